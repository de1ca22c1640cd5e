import Foundation
import HomeModel
import Testing
import TomteClient

@testable import TomteCommands

@Suite struct ArchiveFileTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "archive-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test(arguments: [false, true]) func fileHasItsNameOnlyWhenItIsComplete(isNamed: Bool) throws {
        try withFolder { folder in
            let path = folder.appending(path: "anna.zip").path
            let file = try ArchiveFile(path, replacesExisting: false, isNamed: isNamed)
            try file.write([1, 2, 3])
            #expect(!FileManager.default.fileExists(atPath: path))
            try file.keep()
            #expect(try names(in: folder) == ["anna.zip"])
            #expect(try Data(contentsOf: URL(filePath: path)) == Data([1, 2, 3]))
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    /// A kill at any moment then leaves nothing. Where the file system permits no such file, it has a hidden name.
    @Test func incompleteFileHasNoName() throws {
        try withFolder { folder in
            let file = try ArchiveFile(folder.appending(path: "anna.zip").path, replacesExisting: true)
            try file.write([1, 2, 3])
            #expect(try names(in: folder) == [])
            file.discard()
            let named = try ArchiveFile(
                folder.appending(path: "anna.zip").path, replacesExisting: true, isNamed: true)
            #expect(try names(in: folder).map { $0.hasPrefix(".anna.zip.") && $0.hasSuffix(".part") } == [true])
            named.discard()
        }
    }

    @Test(arguments: [false, true]) func discardedFileLeavesNothing(isNamed: Bool) throws {
        try withFolder { folder in
            let path = folder.appending(path: "anna.zip").path
            let file = try ArchiveFile(path, replacesExisting: false, isNamed: isNamed)
            try file.write([1, 2, 3])
            file.discard()
            #expect(try names(in: folder) == [])
        }
    }

    @Test(arguments: [false, true]) func existingFileIsReplacedOnlyWithForce(isNamed: Bool) throws {
        try withFolder { folder in
            let path = folder.appending(path: "anna.zip").path
            try Data([9]).write(to: URL(filePath: path))
            #expect(throws: CLIError.self) { _ = try ArchiveFile(path, replacesExisting: false) }
            let file = try ArchiveFile(path, replacesExisting: true, isNamed: isNamed)
            try file.write([1])
            #expect(try Data(contentsOf: URL(filePath: path)) == Data([9]))
            try file.keep()
            #expect(try Data(contentsOf: URL(filePath: path)) == Data([1]))
            #expect(try names(in: folder) == ["anna.zip"])
        }
    }

    @Test(arguments: [false, true]) func fileThatAppearsMeanwhileIsNotReplaced(isNamed: Bool) throws {
        try withFolder { folder in
            let path = folder.appending(path: "anna.zip").path
            let file = try ArchiveFile(path, replacesExisting: false, isNamed: isNamed)
            try file.write([1])
            try Data([9]).write(to: URL(filePath: path))
            #expect(throws: CLIError.self) { try file.keep() }
            #expect(try Data(contentsOf: URL(filePath: path)) == Data([9]))
            #expect(try names(in: folder) == ["anna.zip"])
        }
    }

    /// The gateway ends an export by closing the connection: the message says so, and not that it cannot be reached.
    @Test(arguments: [false, true]) func archiveWithoutItsEndIsNotKept(hasBegun: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "archive-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = ExportSession(
            file: try ArchiveFile(folder.appending(path: "anna.zip").path, replacesExisting: false))
        if hasBegun {
            try await session.receive(.opened(headers: [:]))
            try await session.receive(.bytes([0x50, 0x4B, 0x03, 0x04]))
        }
        await #expect(throws: CLIError.self) { try await session.finish() }
        let error = await session.discard(after: .connectionLost)
        #expect(error.sentences.joined().contains("before it was complete") == hasBegun)
        #expect(try names(in: folder) == [])
    }

    @Test(arguments: ["", "folder/"]) func pathMustNameFile(path: String) {
        #expect(throws: CLIError.self) { _ = try ArchiveFile(path, replacesExisting: true) }
    }

    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (12_440_000, "12.4 MB"), (999_600, "1.0 MB"),
            (3_000_000_000, "3.0 GB"),
        ])
    func sizeHasItsLargestUnit(bytes: Int, text: String) { #expect(ExportSession.size(bytes) == text) }

    @Test(arguments: [("sv_SE.UTF-8", "sv-SE"), ("en_GB", "en-GB"), ("C", nil), ("", nil)] as [(String, String?)])
    func localeNamesLanguage(name: String, tag: String?) { #expect(LanguageTag(localeName: name)?.description == tag) }
}
