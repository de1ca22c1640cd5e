import HomeCertificates
import HomeKitProtocol
import HomeModel
import LinkFixtures
import StorageFixtures
import Testing

@testable import HomeKitLink

@Suite struct PairingStoreTests {
    private func record(_ id: String) throws -> PairingRecord {
        let service = NetworkService(
            id: NetworkService.ID(kind: .homeKit, identity: id), announcedName: "Lamp", announcedHost: "lamp.local",
            port: 1, addresses: [],
            record: .homeKit(try HomeKitRecord(TXTRecord(entries: [Array("id=\(id)".utf8)]))),
            firstSeen: Timestamp(milliseconds: 0), lastSeen: Timestamp(milliseconds: 0))
        guard case .homeKit(let announced) = service.record else { throw HomeKitHome.Missing(what: "the record") }
        return PairingRecord(
            accessoryID: id, identity: .fresh(), announced: service, record: announced, at: Timestamp(milliseconds: 5))
    }

    private func store(in folder: String) throws -> PairingStore {
        try PairingStore(
            secrets: try SecretStore.open(folder: "\(folder)/secrets", credentials: nil), folder: "\(folder)/homekit")
    }

    @Test func recordIsReadAsItWasWritten() async throws {
        try await withFolder { folder in
            var record = try record("aa:bb:cc:dd:ee:01")
            let accessory = LongTermKey()
            record.finish(
                with: PairedAccessory(identifier: "AA:BB:CC:DD:EE:01", publicKey: accessory.publicKey))
            try store(in: folder).save(record)
            let read = try #require(try store(in: folder).record(of: "AA:BB:CC:DD:EE:01"))
            #expect(read.state == .paired)
            #expect(read.controllerKey == record.controllerKey)
            #expect(read.accessory?.publicKey == accessory.publicKey.bytes)
            #expect(try store(in: folder).records { _ in }.map(\.accessoryID) == ["aa:bb:cc:dd:ee:01"])
        }
    }

    @Test func damagedRecordHidesNoOther() async throws {
        try await withFolder { folder in
            let store = try store(in: folder)
            try store.save(try record("aa:bb:cc:dd:ee:01"))
            try store.save(try record("aa:bb:cc:dd:ee:02"))
            let secrets = try SecretStore.open(folder: "\(folder)/secrets", credentials: nil)
            try secrets.write(Secret("{"), as: "homekit-aabbccddee01")
            var unreadable = 0
            let records = try store.records { _ in unreadable += 1 }.sorted { $0.accessoryID < $1.accessoryID }
            #expect(records.map(\.accessoryID) == ["aa:bb:cc:dd:ee:01", "aa:bb:cc:dd:ee:02"])
            #expect(records.map { $0.controllerID.isEmpty } == [true, false])
            #expect(unreadable == 1)
        }
    }

    @Test func removalDeletesKeysAndDatabase() async throws {
        try await withFolder { folder in
            let (store, id) = (try store(in: folder), "aa:bb:cc:dd:ee:01")
            try store.save(try record(id))
            try store.save(AccessoryMemory(address: nil, configurationNumber: 7), of: id)
            try store.save(database: Array("{}".utf8), of: id)
            #expect(store.memory(of: id).configurationNumber == 7)
            #expect(store.database(of: id) == Array("{}".utf8))
            try store.remove(id)
            #expect(try store.record(of: id) == nil)
            #expect(store.memory(of: id) == AccessoryMemory())
            #expect(store.database(of: id) == nil)
        }
    }

    /// An unfinished pairing has no key of its accessory, so it can only be removed.
    @Test func unfinishedRecordVerifiesWithoutTheKeyOfTheAccessory() throws {
        let record = try record("aa:bb:cc:dd:ee:01")
        #expect(record.state == .unfinished)
        #expect(record.verification != nil)
    }
}
