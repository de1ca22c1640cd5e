import CSeccomp
import Foundation
import Glibc
import HomeCertificates
import SystemPackage
import Testing

/// The unit of the gateway forbids the calls that change an owner.
struct FolderUnderFilterTests {
    private static let chown = [CALL_CHOWN, CALL_FCHOWN, CALL_FCHOWNAT, CALL_LCHOWN]

    /// A careless `chmod` or a restored backup leaves such modes.
    @Test(arguments: [0o700, 0o755, 0o500, 0o777] as [mode_t])
    func modeIsRepairedWithoutAChangeOfTheOwner(mode: mode_t) async throws {
        let path = NSTemporaryDirectory() + "tomte-filter-\(UUID().uuidString)"
        defer { rmdir(path) }
        #expect(mkdir(path, 0o700) == 0 && chmod(path, mode) == 0)
        try await refusing(Self.chown) { _ = try PrivateFolder(path: path) }
        #expect(try Stat(path).permissions.rawValue == 0o700)
    }

    @Test func folderOfAnotherUserIsNamedAsSuch() async throws {
        guard geteuid() == 0 else { return }
        let path = NSTemporaryDirectory() + "tomte-filter-\(UUID().uuidString)"
        defer { rmdir(path) }
        #expect(mkdir(path, 0o700) == 0 && Glibc.chown(path, 1, 1) == 0)
        await #expect(throws: PrivateFileError.ownedByAnotherUser(path: path)) {
            try await refusing(Self.chown) { _ = try PrivateFolder(path: path) }
        }
    }
}
