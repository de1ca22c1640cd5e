import Foundation
import HomeModel
import Testing

@testable import GatewayApp

@Suite struct StateWipeTests {
    private let folder = "/tmp/wipe-\(UUID().uuidString.prefix(8))"

    private func fill() throws {
        for name in ["", "/audit", "/broker/data", "/run"] {
            try FileManager.default.createDirectory(atPath: folder + name, withIntermediateDirectories: true)
        }
        for name in ["home.sqlite", "home.sqlite.lock", "audit/a.segment", "broker/data/mosquitto.db", "empty"] {
            try Data((name == "empty" ? "" : "zqux \(name)").utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        // Larger than one piece of the overwriting.
        try Data(repeating: 7, count: (3 << 20) + 5).write(to: URL(filePath: "\(folder)/large"))
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/link", withDestinationPath: "\(folder).outside")
        try Data("outside".utf8).write(to: URL(filePath: "\(folder).outside"))
    }

    private func remove() {
        for path in [folder, "\(folder).outside", "\(folder).kept"] {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    @Test func everythingButTheLockIsDeleted() throws {
        defer { remove() }
        try fill()
        let wipe = StateWipe(folder: folder)
        #expect(!wipe.isRequested)
        try wipe.requestDeletion()
        #expect(wipe.isRequested)
        #expect(try wipe.carryOut().isEmpty)
        #expect(!wipe.isRequested)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["home.sqlite.lock"])
        // The target of a link is not a part of the folder.
        #expect(FileManager.default.contents(atPath: "\(folder).outside") == Data("outside".utf8))
    }

    /// A second name of the same file shows what was left in its blocks.
    @Test func filesAreOverwrittenBeforeTheyAreDeleted() throws {
        defer { remove() }
        try fill()
        try FileManager.default.linkItem(atPath: "\(folder)/large", toPath: "\(folder).kept")
        #expect(try StateWipe(folder: folder).carryOut().isEmpty)
        let left = try #require(FileManager.default.contents(atPath: "\(folder).kept"))
        #expect(left.count == (3 << 20) + 5 && left.allSatisfy { $0 == 0 })
    }

    @Test func wipeCanBeRepeatedAtAnyTime() throws {
        defer { remove() }
        try fill()
        let wipe = StateWipe(folder: folder)
        try wipe.requestDeletion()
        for name in ["audit", "large", "home.sqlite"] {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            #expect(wipe.isRequested)
        }
        #expect(try wipe.carryOut().isEmpty)
        #expect(try wipe.carryOut().isEmpty)
    }

    /// The database may be the first file that was deleted, and the rest must not stay.
    @Test func interruptedWipeOfAStoppedHomeGoesOn() async throws {
        defer { remove() }
        try fill()
        try StateWipe(folder: folder).requestDeletion()
        try FileManager.default.removeItem(atPath: "\(folder)/home.sqlite")
        let home = try await StoppedHome(path: folder)
        #expect(home.name == folder && home.isNamedByPath && home.devices.isEmpty)
        #expect(try await home.wipe().isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["home.sqlite.lock"])
    }

    /// What is left is reported until it is deleted. Another file of the same name belongs to the new home.
    @Test func leftFilesAreListedUntilTheyAreDeleted() throws {
        defer { remove() }
        try fill()
        let leftovers = WipeLeftovers(folder: folder)
        #expect(leftovers.paths().isEmpty)
        let paths = ["audit/a.segment", "empty"].map { "\(folder)/\($0)" }
        try leftovers.record(paths)
        #expect(WipeLeftovers(folder: folder).paths() == paths)
        try Data("new".utf8).write(to: URL(filePath: "\(folder)/other"))
        for (source, target) in [("empty", "moved"), ("other", "empty")] {
            try FileManager.default.moveItem(atPath: "\(folder)/\(source)", toPath: "\(folder)/\(target)")
        }
        #expect(leftovers.paths() == [paths[0]])
        try FileManager.default.removeItem(atPath: paths[0])
        #expect(leftovers.paths().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/\(WipeLeftovers.name)"))
    }

    /// A folder that cannot be listed has not been deleted.
    @Test func wipeOfAFolderThatCannotBeListedFails() throws {
        #expect(throws: StorageError.self) { try StateWipe(folder: "/tmp/no-folder-\(UUID())").carryOut() }
    }

    @Test func folderWithoutAHomeIsNotWiped() async throws {
        await #expect(throws: StartError.self) { _ = try await StoppedHome(path: "/tmp/no-home-\(UUID())") }
    }
}
