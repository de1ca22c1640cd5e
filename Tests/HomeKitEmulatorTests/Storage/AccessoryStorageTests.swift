import EmulatorStorage
import Foundation
import HomeKitFixtures
import HomeKitProtocol
import Logging
import Testing

@testable import HomeKitEmulator

@Suite(.timeLimit(.minutes(5))) struct AccessoryStorageTests {
    @Test func restartedAccessoryKeepsItsIdentityAndPairings() async throws {
        try await TemporaryFolder.use { folder in
            let storage = AccessoryStorage.file(folder: folder, name: "bridge")
            var pairing: Pairing?
            var identifier: String?
            try await AccessoryUnderTest.run(storage: storage) { accessory in
                pairing = try await accessory.pair()
                identifier = accessory.announcement["id"]
            }
            let known = try #require(pairing)
            try await AccessoryUnderTest.run(storage: storage) { accessory in
                #expect(accessory.announcement["id"] == identifier && accessory.announcement["sf"] == "0")
                try await accessory.session(of: known) { client in
                    let list = try await client.pairings(.list)
                    #expect(list == .list([known.entry(.administrator)]))
                }
            }
        }
    }

    @Test func onlyTheOwnerMayReadTheFile() async throws {
        try await TemporaryFolder.use { folder in
            let storage = AccessoryStorage.file(folder: folder, name: "lock")
            try storage.save(.fresh(identifier: "02:00:00:00:00:01"))
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/lock.json")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["lock.json"])
            #expect(try storage.load()?.identity.identifier == "02:00:00:00:00:01")
        }
    }

    @Test func everyFieldIsStored() throws {
        var record = AccessoryRecord.fresh(identifier: nil)
        record.failedAttempts = 17
        record.configurationNumber = 40_000
        record.pairings.add(
            PairedController(identifier: "c", publicKey: LongTermKey().publicKey, permissions: .administrator))
        record.pairings.add(PairedController(identifier: "d", publicKey: LongTermKey().publicKey, permissions: []))
        let read = try #require(AccessoryRecord(bytes: record.exposedBytes))
        #expect(read.identity.identifier == record.identity.identifier)
        #expect(read.identity.key.exposedBytes == record.identity.key.exposedBytes)
        #expect(read.pairings == record.pairings)
        #expect(read.failedAttempts == 17 && read.configurationNumber == 40_000)
    }

    @Test(arguments: ["", "{}", "[1]", #"{"identifier":"a","privateKey":"zz"}"#])
    func damagedFileIsNotReplaced(_ text: String) async throws {
        try await TemporaryFolder.use { folder in
            let path = "\(folder)/bridge.json"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let bridge = try SampleBridge()
            #expect(throws: AccessoryServerError.storage(.damaged(path: path))) {
                try AccessoryServer(
                    definition: bridge.definition, storage: .file(folder: folder, name: "bridge"),
                    logger: Logger(label: "accessory"))
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        }
    }

    @Test func missingFolderIsReported() throws {
        let storage = AccessoryStorage.file(folder: "/nonexistent", name: "a")
        #expect(throws: RecordFileError.unwritable(path: "/nonexistent/a.json.new", code: 2)) {
            try storage.save(.fresh(identifier: nil))
        }
        #expect(try storage.load() == nil)
    }

    @Test func configurationNumberStartsAgainAfterItsLimit() {
        var record = AccessoryRecord.fresh(identifier: nil)
        record.configurationNumber = 65_534
        record.countConfiguration()
        #expect(record.configurationNumber == 65_535)
        record.countConfiguration()
        #expect(record.configurationNumber == 1)
    }
}
