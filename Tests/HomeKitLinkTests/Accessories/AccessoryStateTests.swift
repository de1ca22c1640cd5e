import GatewayCore
import HomeKitAccessories
import HomeKitProtocol
import HomeModel
import Testing

@testable import HomeKitLink

@Suite struct AccessoryStateTests {
    /// A bridge with a thermometer (2), a lamp (3) and a button (4).
    private static let database = """
        {"accessories": [
          {"aid": 1, "services": [{"iid": 1, "type": "3E", "characteristics": []}]},
          {"aid": 2, "services": [{"iid": 10, "type": "8A", "characteristics": [
            {"iid": 11, "type": "11", "perms": ["pr", "ev"], "format": "float", "minValue": -40, "maxValue": 60,
             "value": 100}]}]},
          {"aid": 3, "services": [{"iid": 10, "type": "43", "characteristics": [
            {"iid": 11, "type": "25", "perms": ["pr", "pw", "ev"], "format": "bool", "value": false},
            {"iid": 12, "type": "8", "perms": ["pr", "pw", "ev"], "format": "int", "minValue": 0, "maxValue": 100}]}]},
          {"aid": 4, "services": [{"iid": 10, "type": "89", "characteristics": [
            {"iid": 11, "type": "73", "perms": ["pr", "ev"], "format": "uint8", "value": null}]}]}
        ]}
        """

    private var state: AccessoryState
    private var received = 0

    init() throws {
        state = AccessoryState()
        state.replace(try AccessoryDatabase(parsing: Array(Self.database.utf8)))
    }

    private mutating func adopt(_ aids: UInt64...) throws {
        state.follow(
            try aids.map { aid in
                Device(
                    id: DeviceID(slugging: "device-\(aid)", fallback: DeviceID("device" as StaticString)),
                    name: DisplayName("Device" as StaticString), room: nil,
                    address: .homeKit("aa:bb:cc:dd:ee:ff", aid: aid),
                    description: try #require(state.models[aid]).description,
                    adoptedAt: Timestamp(milliseconds: 0))
            })
    }

    private func result(_ aid: UInt64, iid: UInt64 = 11, value: HomeKitJSON?, status: HAPStatus = .success)
        -> CharacteristicResult
    {
        CharacteristicResult(id: CharacteristicID(aid: aid, iid: iid), status: status, value: value)
    }

    @discardableResult
    private mutating func apply(_ results: [CharacteristicResult], isEvent: Bool) -> [AccessoryState.Update] {
        received += 1
        return state.apply(ReceivedValues(results: results, number: received), isEvent: isEvent)
    }

    @Test mutating func onlyAdoptedDevicesReport() throws {
        #expect(state.polled.isEmpty)
        #expect(apply([result(2, value: .number(20))], isEvent: true).isEmpty)
        try adopt(2)
        #expect(state.polled == [CharacteristicID(aid: 2, iid: 11)])
        #expect(apply([result(2, value: .number(20))], isEvent: true).map(\.report.value) == [.number(20)])
    }

    /// After a start, some hubs show values in their database that they have not measured.
    @Test mutating func valuesOfTheDatabaseAreNoReadings() throws {
        try adopt(2)
        let part = try #require(state.models[2]?.description.parts.first?.id)
        #expect(
            state.value(of: EffectTracker.Capability(target: 2, part: part, name: CapabilityName(.temperature))) == nil)
    }

    @Test(arguments: [HomeKitJSON.null, .number(100), .text("warm")])
    mutating func impossibleValueIsNoReading(value: HomeKitJSON) throws {
        try adopt(2)
        #expect(apply([result(2, value: value)], isEvent: false).isEmpty)
    }

    @Test mutating func failedValueChangesNothing() throws {
        try adopt(2)
        apply([result(2, value: .number(20))], isEvent: false)
        let part = try #require(state.models[2]?.description.parts.first?.id)
        #expect(apply([result(2, value: .number(0), status: .serviceUnreachable)], isEvent: false).isEmpty)
        #expect(
            state.value(of: EffectTracker.Capability(target: 2, part: part, name: CapabilityName(.temperature)))
                == .number(20))
    }

    @Test mutating func samePressTwiceIsTwoPresses() throws {
        try adopt(4)
        let updates = apply([result(4, value: .integer(0)), result(4, value: .integer(0))], isEvent: true)
        #expect(updates.map(\.report.value) == [.text("single"), .text("single")])
        #expect(updates.allSatisfy { $0.report.isEvent && $0.report.isRecorded })
    }

    @Test mutating func readPressIsNoPress() throws {
        try adopt(4)
        #expect(state.polled.isEmpty)
        #expect(apply([result(4, value: .integer(0))], isEvent: false).isEmpty)
    }

    @Test mutating func repeatedValueIsNoChange() throws {
        try adopt(3)
        #expect(apply([result(3, value: .boolean(true))], isEvent: false).map(\.report.isChange) == [true])
        #expect(apply([result(3, value: .integer(1))], isEvent: false).map(\.report.isChange) == [false])
        state.forgetValues()
        #expect(apply([result(3, value: .boolean(true))], isEvent: false).map(\.report.isChange) == [true])
    }

    /// The answer to a poll was received before the event, and is processed after it.
    @Test mutating func olderValueIsIgnored() throws {
        try adopt(2)
        apply([result(2, value: .number(20))], isEvent: true)
        let late = state.apply(ReceivedValues(results: [result(2, value: .number(19))], number: 0), isEvent: false)
        #expect(late.isEmpty)
    }

    @Test func accessoryIsUnreachableIfAllItsValuesFail() {
        let results = [
            result(2, value: nil, status: .serviceUnreachable), result(3, value: nil, status: .serviceUnreachable),
            result(3, iid: 12, value: .integer(4)),
        ]
        #expect(AccessoryState.unreachable(in: [ReceivedValues(results: results, number: 1)]) == [2])
    }
}
