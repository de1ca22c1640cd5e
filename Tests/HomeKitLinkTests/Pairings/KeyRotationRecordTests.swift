import Foundation
import GatewayCore
import HomeKitProtocol
import HomeModel
import Testing

@testable import HomeKitLink

/// The stored steps of a rotation of the gateway's keys.
@Suite struct KeyRotationRecordTests {
    private static let pairedAt = Timestamp(milliseconds: 1_000_000)
    private static let first = KeyRotationID(rawValue: "first")
    private static let second = KeyRotationID(rawValue: "second")

    private func record(
        for rotation: KeyRotationID? = nil, pairedAt: Timestamp = Self.pairedAt
    ) throws -> PairingRecord {
        let id = "aa:bb:cc:dd:ee:01"
        let announced = try HomeKitRecord(TXTRecord(entries: [Array("id=\(id)".utf8)]))
        let service = NetworkService(
            id: NetworkService.ID(kind: .homeKit, identity: id), announcedName: "Lamp", announcedHost: "lamp.local",
            port: 1, addresses: [], record: .homeKit(announced), firstSeen: pairedAt, lastSeen: pairedAt)
        var record = PairingRecord(
            accessoryID: id, identity: .fresh(), announced: service, record: announced, for: rotation,
            at: pairedAt)
        record.finish(with: PairedAccessory(identifier: id, publicKey: LongTermKey().publicKey))
        return record
    }

    private func rotating(pairedAt: Timestamp = Self.pairedAt) throws -> PairingRecord {
        var record = try record(pairedAt: pairedAt)
        record.makeNextKeys(for: Self.first)
        return record
    }

    @Test func recordWithoutARotationIsLikeThatOfAnEarlierRelease() throws {
        let bytes = try JSONEncoder().encode(try record())
        let names = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any]).keys.sorted()
        #expect(
            names == [
                "accessory", "accessoryID", "category", "controllerID", "controllerKey", "knownControllers", "name",
                "pairedAt", "state",
            ])
        let read = try JSONDecoder().decode(PairingRecord.self, from: bytes)
        #expect(read.keys.rotation == nil && !read.isRotating && read.allKeys == [read.keys])
    }

    @Test func everyStepIsReadAsItWasWritten() throws {
        var record = try rotating()
        for step in 0..<3 {
            if step == 1, let next = record.nextKeys { record.use(next) }
            if step == 2, let former = record.formerKeys.first { record.remove(former) }
            let read = try JSONDecoder().decode(PairingRecord.self, from: try JSONEncoder().encode(record))
            #expect(read.allKeys == record.allKeys && read.isRotating == record.isRotating)
            #expect(read.isRotating == (step < 2))
        }
    }

    @Test func newKeysReplaceThoseOfOtherRotationsOnly() throws {
        var record = try rotating()
        let (old, next) = (record.keys, try #require(record.nextKeys))
        #expect(next.rotation == Self.first && next.identifier != old.identifier && next.key != old.key)
        record.makeNextKeys(for: Self.first)
        #expect(record.nextKeys == next)
        record.use(next)
        record.makeNextKeys(for: Self.first)
        #expect(record.keys == next && record.nextKeys == nil && record.formerKeys.count == 1)
    }

    /// The time of the pairing is later than every rotation then.
    @Test func keysOfAPairingWithAWrongClockAreReplaced() throws {
        let record = try rotating(pairedAt: Self.pairedAt + .days(3650))
        #expect(record.nextKeys?.rotation == Self.first)
    }

    @Test func pairingDuringARotationHasItsKeys() throws {
        var record = try record(for: Self.first)
        record.makeNextKeys(for: Self.first)
        #expect(!record.isRotating && record.keys.rotation == Self.first)
        record.makeNextKeys(for: Self.second)
        #expect(record.isRotating)
    }

    @Test func secondRotationReplacesKeysThatWereNotUsedYet() throws {
        var record = try rotating()
        let (old, first) = (record.keys, try #require(record.nextKeys))
        record.makeNextKeys(for: Self.second)
        let second = try #require(record.nextKeys)
        #expect(second != first && record.keys == old && record.formerKeys == [first])
        record.use(second)
        #expect(record.keys == second && Set(record.formerKeys) == [first, old] && record.nextKeys == nil)
    }

    @Test func keysThatTheAccessoryLostAreGivenAgain() throws {
        var record = try rotating()
        let (old, new) = (record.keys, try #require(record.nextKeys))
        record.use(new)
        record.use(old)
        #expect(record.keys.identifier == old.identifier && record.nextKeys == new && record.formerKeys.isEmpty)
    }

    /// The accessory lists all of them meanwhile.
    @Test func allKeysOfTheGatewayAreItsOwn() throws {
        let before = try rotating()
        var after = before
        after.use(try #require(before.nextKeys))
        for record in [before, after] {
            #expect(record.allKeys.count == 2)
            for keys in record.allKeys {
                let own = try #require(keys.administrator)
                #expect(record.isGateway(own))
                let forged = PairedController(
                    identifier: own.identifier, publicKey: LongTermKey().publicKey, permissions: .administrator)
                #expect(!record.isGateway(forged))
            }
        }
    }

    @Test(arguments: [DevicePairing.State.unfinished, .removing])
    func pairingThatEndsGetsNoNewKeys(state: DevicePairing.State) throws {
        var record = try record()
        record.state = state
        record.makeNextKeys(for: Self.first)
        #expect(!record.isRotating)
    }
}
