import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// Tests of options, ranges, stops and lamps of Homie devices. `HomieMappingTests` has the table of units and kinds.
@Suite struct HomieClassTests {
    private static func model(_ properties: String) throws -> HomieDeviceModel {
        let document = #"{"homie":"5.0","version":1,"name":"Thing","nodes":{"n":{"properties":{\#(properties)}}}}"#
        return try HomieDeviceModel(domain: "u", id: "d", json: Array(document.utf8))
    }

    private static func firstCapability(_ model: HomieDeviceModel) throws -> (part: PartID, capability: Capability) {
        let part = try #require(model.description.parts.first)
        return (part.id, try #require(part.capabilities.first))
    }

    /// The messages of a command, each as `topic payload`.
    private static func sent(
        _ model: HomieDeviceModel, name: CapabilityName, value: CapabilityValue
    ) throws -> [String]? {
        let part = try #require(model.description.parts.first).id
        return model.encodeCommand(part, capability: name, value: value, number: 1)?.messages.map {
            "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))"
        }
    }

    @Test(arguments: ["none", "unknown", "unavailable", "null", "None"])
    func announcedOptionIsAValue(word: String) throws {
        let model = try Self.model(#""x":{"datatype":"enum","format":"a,\#(word)","settable":true}"#)
        let name = try #require(CapabilityName("choice.x"))
        #expect(model.receive("u/5/d/n/x", payload: word).compactMap(\.value) == [.text(word)])
        #expect(try Self.sent(model, name: name, value: .text(word)) == ["u/5/d/n/x/set \(word)"])
    }

    @Test(
        arguments: [
            (#""setpoint":{"datatype":"float","unit":"°C","format":"5:30","settable":true}"#, 5...30),
            (#""setpoint":{"datatype":"float","unit":"°C","format":"21:21","settable":true}"#, 5...35),
            (
                #""color-temperature":{"datatype":"integer","unit":"K","format":"2200:6500","settable":true}"#,
                2200...6500
            ),
            (
                #""color-temperature":{"datatype":"integer","unit":"K","format":"4000:4000","settable":true}"#,
                2000...6535
            ),
            (
                #""color-temperature":{"datatype":"integer","unit":"K","format":"100:65000","settable":true}"#,
                2000...6535
            ),
        ] as [(String, ClosedRange<Double>)])
    func impossibleRangeIsReplaced(property: String, range: ClosedRange<Double>) throws {
        #expect(try Self.firstCapability(try Self.model(property)).capability.range == range)
    }

    /// A device publishes its retained properties again when it connects, which is no press.
    @Test(arguments: [(false, "event"), (true, "state")]) func onlyAPressThatIsNotRetainedIsAnEvent(
        isRetained: Bool, expected: String
    ) throws {
        let model = try Self.model(#""action":{"datatype":"enum","format":"single,double","retained":\#(isRetained)}"#)
        let update = try #require(model.receive("u/5/d/n/action", payload: "single").first)
        switch update {
        case .event(_, _, .text("single")): #expect(expected == "event")
        case .state(_, _, .text("single")): #expect(expected == "state")
        default: Issue.record("\(update) is no press")
        }
    }

    @Test(arguments: [(41.0, 30.0), (-3, 5), (21.5, 21.5), (30.1, 30)]) func valueBeyondRangeIsShownAsTheLimit(
        reported: Double, shown: Double
    ) throws {
        let model = try Self.model(#""setpoint":{"datatype":"float","unit":"°C","format":"5:30","settable":true}"#)
        let updates = model.receive("u/5/d/n/setpoint", payload: "\(reported)")
        #expect(updates.compactMap(\.value) == [.number(shown)])
        // A value such as -127 °C stands for an unknown measurement, so it confirms no command.
        let isConfirmation = updates.contains { if case .state = $0 { true } else { false } }
        #expect(isConfirmation == (abs(reported - shown) < 0.125))
    }

    private static let lamp = """
        "power":{"datatype":"boolean","settable":true},\
        "brightness":{"datatype":"integer","unit":"%","format":"0:100","settable":true}
        """

    /// A brightness command turns the lamp on, and a brightness of 0 turns it off.
    @Test(
        arguments: [
            (0.0, ["u/5/d/n/power/set false"]), (40, ["u/5/d/n/brightness/set 40", "u/5/d/n/power/set true"]),
        ] as [(Double, [String])])
    func brightnessSwitchesTheLamp(level: Double, messages: [String]) throws {
        let model = try Self.model(Self.lamp)
        #expect(try Self.sent(model, name: CapabilityName(.brightness), value: .number(level)) == messages)
    }

    /// The stop command sends the option that means a stop in the announced format.
    @Test(
        arguments: [
            (#""cover":{"datatype":"enum","format":"open,close,stop","settable":true}"#, "u/5/d/n/cover/set stop"),
            (#""door":{"datatype":"enum","format":"UP,DOWN,STOP","settable":true}"#, "u/5/d/n/door/set STOP"),
        ]) func stopCommandUsesTheAnnouncedOption(property: String, message: String) throws
    {
        let model = try Self.model(property)
        let (part, capability) = try Self.firstCapability(model)
        #expect(try Self.sent(model, name: capability.name, value: .text("stopped")) == [message])
        let described = try #require(model.description[part])
        #expect(described.safetyClass(of: capability.kind, becoming: .text("stopped")) == .routine)
    }
}
