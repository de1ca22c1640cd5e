import Foundation
import Glibc
import Testing

@testable import HostInspection

@Suite struct FolderInspectionTests {
    private static let contents = FolderContents([
        .init(
            "", files: ["home.sqlite", "home.sqlite-log-*", "gateway.log"],
            exceptions: ["gateway.log": .administrator], hasTemporaryFiles: false),
        .init("secrets", files: ["*.sealed"]),
        .init("broker", access: .ownerAndReaders, files: ["access.acl"]),
        .init("broker/data", access: .shared, files: ["mosquitto.*"]),
        .init("devices", access: .administrator, files: ["*.yaml"]),
        .init("run", files: [], sockets: ["tomte.sock"]),
    ])

    /// The findings in a folder with usual files after `change`, as “path: problem”.
    private static func findings(
        upTo maximumEntries: Int = FolderInspection.usualMaximumEntries, after change: (String) throws -> Void
    ) throws -> [String] {
        var found: [String] = []
        try TemporaryFolder.with { root in
            for file in ["home.sqlite", "home.sqlite-log-7", "secrets/api-key.sealed", "broker/access.acl"] {
                try TemporaryFolder.write("x", to: "\(root)/\(file)")
            }
            try TemporaryFolder.write("x", to: "\(root)/gateway.log", mode: 0o644)
            try TemporaryFolder.write("x", to: "\(root)/devices/meter.yaml", mode: 0o644)
            try TemporaryFolder.write("x", to: "\(root)/broker/data/mosquitto.db", mode: 0o660)
            for folder in ["", "/secrets", "/broker", "/broker/data", "/devices"] { chmod("\(root)\(folder)", 0o700) }
            try change(root)
            let inspection = FolderInspection(
                root, contents: contents, owner: geteuid(), maximumEntries: maximumEntries)
            found = inspection.findings().map { "\($0.path): \($0.problem.rawValue)" }
        }
        return found.sorted()
    }

    @Test func expectedFilesAreNoFinding() throws {
        #expect(try Self.findings { _ in } == [])
    }

    @Test func temporaryFileOfAKnownNameIsNoFinding() throws {
        let found = try Self.findings { root in
            try TemporaryFolder.write("x", to: "\(root)/secrets/.api-key.sealed.2x8k")
            try TemporaryFolder.write("x", to: "\(root)/.home.sqlite.2x8k")
        }
        #expect(found == [".home.sqlite.2x8k: unknown"])
    }

    @Test func unknownFilesAndFoldersAreReportedOnce() throws {
        let found = try Self.findings { root in
            try TemporaryFolder.write("x", to: "\(root)/notes.txt")
            try TemporaryFolder.write("x", to: "\(root)/backup/a/b")
            for folder in ["backup", "backup/a"] { chmod("\(root)/\(folder)", 0o700) }
        }
        #expect(found == ["backup: unknown", "notes.txt: unknown"])
    }

    @Test(arguments: [
        ("home.sqlite", mode_t(0o640), ["home.sqlite: tooOpen"]), ("home.sqlite", 0o604, ["home.sqlite: tooOpen"]),
        ("home.sqlite", 0o700, ["home.sqlite: executable"]), ("home.sqlite", 0o4700, ["home.sqlite: setID"]),
        ("home.sqlite", 0o2600, ["home.sqlite: setID"]), ("", 0o755, [": tooOpen"]), ("", 0o711, [": tooOpen"]),
        ("broker/access.acl", 0o640, []), ("broker/access.acl", 0o660, ["broker/access.acl: tooOpen"]),
        ("broker", 0o2750, []), ("broker", 0o755, ["broker: tooOpen"]), ("broker/data", 0o770, []),
        ("broker/data/mosquitto.db", 0o666, ["broker/data/mosquitto.db: tooOpen"]), ("devices", 0o755, []),
        ("devices/meter.yaml", 0o666, ["devices/meter.yaml: tooOpen"]),
        ("gateway.log", 0o664, ["gateway.log: tooOpen"]),
    ])
    func permissionsAreCompared(_ path: String, mode: mode_t, expected: [String]) throws {
        #expect(try Self.findings { chmod("\($0)/\(path)", mode) } == expected)
    }

    @Test func linksAndPipesAreReportedAndNotFollowed() throws {
        let found = try Self.findings { root in
            try FileManager.default.createSymbolicLink(atPath: "\(root)/home.sqlite-log-8", withDestinationPath: "/etc")
            mkfifo("\(root)/home.sqlite-log-9", 0o600)
        }
        #expect(found == ["home.sqlite-log-8: link", "home.sqlite-log-9: special"])
    }

    @Test func socketIsExpectedOnlyAtItsPlace() throws {
        let found = try Self.findings { root in
            try FileManager.default.createDirectory(atPath: "\(root)/run", withIntermediateDirectories: true)
            chmod("\(root)/run", 0o700)
            for path in ["run/tomte.sock", "home.sqlite-log-8", "run/other.sock"] { Self.bindSocket("\(root)/\(path)") }
        }
        #expect(found == ["home.sqlite-log-8: special", "run/other.sock: special", "run/other.sock: unknown"])
    }

    @Test func inspectionThatDoesNotReachTheEndSaysSo() throws {
        #expect(try Self.findings(upTo: 3) { _ in } == [": incomplete"])
    }

    @Test(.enabled(if: geteuid() == 0, "only root may change the group of a file"))
    func groupsOfFilesThatTheirGroupMayReadAreCompared() throws {
        let found = try Self.findings { root in
            for file in ["home.sqlite", "broker/access.acl", "broker/data/mosquitto.db"] {
                chown("\(root)/\(file)", geteuid(), 65_534)
            }
            chmod("\(root)/broker/access.acl", 0o640)
        }
        #expect(found == ["broker/access.acl: otherGroup", "broker/data/mosquitto.db: otherGroup"])
    }

    @Test(.enabled(if: geteuid() == 0, "the folder belongs to root"))
    func folderOfAFileSystemIsNoFindingAtTheTop() throws {
        let found = try Self.findings { root in
            for path in ["lost+found", "devices/lost+found"] {
                try FileManager.default.createDirectory(atPath: "\(root)/\(path)", withIntermediateDirectories: true)
                chmod("\(root)/\(path)", 0o700)
            }
        }
        #expect(found == ["devices/lost+found: unknown"])
    }

    @Test(.enabled(if: geteuid() == 0, "only root may change the owner of a file"))
    func filesOfOtherUsersAreReported() throws {
        let found = try Self.findings { root in
            for file in ["home.sqlite", "broker/access.acl", "broker/data/mosquitto.db", "devices/meter.yaml"] {
                chown("\(root)/\(file)", 65_534, getegid())
            }
        }
        #expect(
            found == ["broker/access.acl: otherOwner", "devices/meter.yaml: otherOwner", "home.sqlite: otherOwner"])
    }

    private static func bindSocket(_ path: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(status == 0)
        chmod(path, 0o600)
    }

    @Test func missingFolderHasNoFindings() {
        #expect(FolderInspection("/nowhere", contents: Self.contents, owner: 0).findings() == [])
        #expect(FolderInspection.owner(of: "/nowhere") == nil)
    }
}
