import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// A message on a topic that is also a command topic may be an echo of the command, so it confirms nothing.
@Suite struct HomeAssistantConfirmationTests {
    private static func confirmation(
        _ platform: String, fields: JSONValue, capability: String, value: CapabilityValue
    ) throws -> ConfirmationMode {
        let model = try HomeAssistantSample.device(platform, fields: fields)
        let name = try #require(CapabilityName(capability))
        return try #require(model.encodeCommand(.main, capability: name, value: value, number: 1)).confirmation
    }

    @Test func separateStateTopicConfirmsCommands() throws {
        let fields: JSONValue = ["stat_t": "u/s", "cmd_t": "u/c"]
        #expect(try Self.confirmation("switch", fields: fields, capability: "switch", value: .boolean(true)) == .report)
    }

    @Test func sharedCommandTopicConfirmsNothing() throws {
        let fields: JSONValue = ["stat_t": "u/x", "cmd_t": "u/x"]
        #expect(try Self.confirmation("switch", fields: fields, capability: "switch", value: .boolean(true)) == .none)
    }

    @Test func commandTopicOfAnotherCapabilityConfirmsNothing() throws {
        let fields: JSONValue = [
            "stat_t": "u/bri/set", "cmd_t": "u/c", "bri_cmd_t": "u/bri/set", "bri_stat_t": "u/bri",
        ]
        #expect(try Self.confirmation("light", fields: fields, capability: "switch", value: .boolean(false)) == .none)
        #expect(try Self.confirmation("light", fields: fields, capability: "brightness", value: .number(50)) == .report)
    }

    @Test func topicOfAnAdditionalCommandConfirmsNothing() throws {
        let fields: JSONValue = [
            "stat_t": "u/s", "cmd_t": "u/c", "bri_cmd_t": "u/bri/set", "bri_stat_t": "u/c", "on_cmd_type": "first",
        ]
        #expect(try Self.confirmation("light", fields: fields, capability: "brightness", value: .number(50)) == .none)
    }

    @Test func commandTopicOfAnotherEntityConfirmsNothing() throws {
        var sample = HomeAssistantSample()
        let block: JSONValue = ["ids": "d1"]
        _ = sample.receive("switch/a", payload: ["name": "A", "stat_t": "u/b/set", "cmd_t": "u/a/set", "dev": block])
        let model = try #require(
            sample.receive("number/b", payload: ["name": "B", "cmd_t": "u/b/set", "dev": block]).described.last?.model)
        #expect(
            model.encodeCommand(.main, capability: CapabilityName(.switch), value: .boolean(true), number: 1)?
                .confirmation
                == ConfirmationMode.none)
    }
}
