import Foundation
import HomeKitProtocol
import HomeModel
import Testing

@testable import HomeKitLink

/// The stored steps of a rotation of the gateway's keys.
@Suite struct KeyRotationRecordTests {
    private static let pairedAt = Timestamp(milliseconds: 1_000_000)

    private func record() throws -> PairingRecord {
        let id = "aa:bb:cc:dd:ee:01"
        let announced = try HomeKitRecord(TXTRecord(entries: [Array("id=\(id)".utf8)]))
        let service = NetworkService(
            id: NetworkService.ID(kind: .homeKit, identity: id), announcedName: "Lamp", announcedHost: "lamp.local",
            port: 1, addresses: [], record: .homeKit(announced), firstSeen: Self.pairedAt, lastSeen: Self.pairedAt)
        var record = PairingRecord(
            accessoryID: id, identity: .fresh(), announced: service, record: announced, at: Self.pairedAt)
        record.finish(with: PairedAccessory(identifier: id, publicKey: LongTermKey().publicKey))
        return record
    }

    private func rotating(at now: Timestamp = pairedAt + .seconds(9)) throws -> PairingRecord {
        var record = try record()
        record.makeNextKeys(inPlaceOfKeysBefore: Self.pairedAt + .seconds(5), at: now)
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
        #expect(read.keys.madeAt == Self.pairedAt && !read.isRotating && read.allKeys == [read.keys])
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

    @Test func newKeysReplaceOldKeysOnly() throws {
        var record = try rotating()
        let (old, next) = (record.keys, try #require(record.nextKeys))
        #expect(next.madeAt == Self.pairedAt + .seconds(9) && next.identifier != old.identifier && next.key != old.key)
        record.makeNextKeys(inPlaceOfKeysBefore: Self.pairedAt + .seconds(5), at: Self.pairedAt + .seconds(20))
        #expect(record.nextKeys == next)
        record.use(next)
        record.makeNextKeys(inPlaceOfKeysBefore: Self.pairedAt + .seconds(5), at: Self.pairedAt + .seconds(20))
        #expect(record.keys == next && record.nextKeys == nil && record.formerKeys.count == 1)
    }

    /// On such a clock, the new keys would be replaced again and again.
    @Test func newKeysAreNotOlderThanTheRotationOnAClockThatWasSetBack() throws {
        let record = try rotating(at: Self.pairedAt - .seconds(100))
        #expect(record.nextKeys?.madeAt == Self.pairedAt + .seconds(5))
    }

    /// They were made while the clock was ahead, so that they may be older than the rotation.
    @Test func keysFromTheFutureAreReplacedOnce() throws {
        let (start, now) = (Self.pairedAt - .seconds(100), Self.pairedAt - .seconds(90))
        var record = try record()
        record.makeNextKeys(inPlaceOfKeysBefore: start, at: now)
        let next = try #require(record.nextKeys)
        #expect(next.madeAt == now)
        record.use(next)
        record.makeNextKeys(inPlaceOfKeysBefore: start, at: now)
        #expect(record.keys == next && record.nextKeys == nil)
    }

    @Test func secondRotationReplacesKeysThatWereNotUsedYet() throws {
        var record = try rotating()
        let (old, first) = (record.keys, try #require(record.nextKeys))
        record.makeNextKeys(inPlaceOfKeysBefore: Self.pairedAt + .seconds(60), at: Self.pairedAt + .seconds(70))
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
        record.makeNextKeys(inPlaceOfKeysBefore: Self.pairedAt + .seconds(5), at: Self.pairedAt + .seconds(9))
        #expect(!record.isRotating)
    }
}
