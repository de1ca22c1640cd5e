import Foundation
import Glibc
import HomeCertificates
import Testing

@Suite struct PrivateFolderTests {
    /// A copied or restored folder keeps its bytes and may lose its modes and groups.
    @Test func updateRepairsTheAccessOfAnUnchangedFile() async throws {
        try await CertificateHome.with { home in
            let folder = try PrivateFolder(path: "\(home.folder)/shared")
            #expect(try folder.update("rules", to: "all".utf8))
            #expect(try folder.update("rules", to: "all".utf8) == false)
            let path = folder.path(of: "rules")
            for mode in [0o644, 0o400, 0o640] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
                #expect(try folder.update("rules", to: "all".utf8), "mode \(mode)")
                #expect(try home.mode("shared/rules") == 0o600)
                #expect(try folder.read("rules") == Array("all".utf8))
            }
        }
    }

    /// A process that is killed while it writes leaves a temporary file, perhaps with half of a secret in it.
    @Test func unfinishedFilesOfAKilledWriterAreRemovedAtTheNextStart() async throws {
        try await CertificateHome.with { home in
            let path = "\(home.folder)/secrets"
            let names = ["alone", "data.pem"]
            let leftovers = [".alone.1a2b3c4d5e6f7", ".data.pem.z"]
            let others = [".lock", ".alone.UPPER", ".alone.0123456789abcdef", "alone.1a2b", "..1a"]
            func list() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: path)) }
            let folder = try PrivateFolder(path: path)
            for name in names { try folder.write("whole".utf8, to: name) }
            for name in leftovers + others { try Data("ha".utf8).write(to: URL(filePath: "\(path)/\(name)")) }
            // This file is being written: its writer holds the lock.
            let writer = open("\(path)/.alone.9", O_WRONLY | O_CREAT | O_EXCL, 0o600)
            defer { close(writer) }
            #expect(flock(writer, LOCK_EX) == 0)
            _ = try SecretStore.open(folder: path, credentials: nil)
            #expect(try list().isSuperset(of: names + others + [".alone.9"]))
            #expect(try list().isDisjoint(with: leftovers))
            #expect(try folder.read("alone") == Array("whole".utf8))
        }
    }

    /// Two gateways that start together do not remove each other's unfinished files.
    @Test func cleanupDoesNotDisturbConcurrentWriters() async throws {
        try await CertificateHome.with { home in
            let folder = try PrivateFolder(path: "\(home.folder)/shared")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        for round in 0..<200 { try folder.write("\(round)".utf8, to: "file-\(number)") }
                    }
                    group.addTask { for _ in 0..<200 { try folder.removeUnfinished() } }
                }
                try await group.waitForAll()
            }
            for number in 0..<4 { #expect(try folder.read("file-\(number)") == Array("199".utf8)) }
            #expect(try folder.removeUnfinished() == 0)
        }
    }
}
