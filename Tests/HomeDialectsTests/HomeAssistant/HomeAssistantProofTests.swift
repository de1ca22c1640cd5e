import HomeModel
import Testing

@testable import HomeDialects

/// What comes back on a topic on which the device is told something may be the command itself.
@Suite struct HomeAssistantProofTests {
    private static func proof(
        _ platform: String, _ fields: JSONValue, _ capability: String, _ value: CapabilityValue
    ) throws -> DialectOrder.Proof {
        let model = try HomeAssistantSample.device(platform, fields)
        let name = try #require(CapabilityName(capability))
        return try #require(model.order(.main, name, value, number: 1)).proof
    }

    @Test func aReportOfItsOwnProves() throws {
        let fields: JSONValue = ["stat_t": "u/s", "cmd_t": "u/c"]
        #expect(try Self.proof("switch", fields, "switch", .boolean(true)) == .report)
    }

    @Test func theEchoOfACommandProvesNothing() throws {
        let fields: JSONValue = ["stat_t": "u/x", "cmd_t": "u/x"]
        #expect(try Self.proof("switch", fields, "switch", .boolean(true)) == .none)
    }

    @Test func neitherDoesThatOfAnotherCapability() throws {
        let fields: JSONValue = [
            "stat_t": "u/bri/set", "cmd_t": "u/c", "bri_cmd_t": "u/bri/set", "bri_stat_t": "u/bri",
        ]
        #expect(try Self.proof("light", fields, "switch", .boolean(false)) == .none)
        #expect(try Self.proof("light", fields, "brightness", .number(50)) == .report)
    }

    @Test func norWhatIsToldBeforeOrInstead() throws {
        let fields: JSONValue = [
            "stat_t": "u/s", "cmd_t": "u/c", "bri_cmd_t": "u/bri/set", "bri_stat_t": "u/c", "on_cmd_type": "first",
        ]
        #expect(try Self.proof("light", fields, "brightness", .number(50)) == .none)
    }

    @Test func norThatOfAnotherEntity() throws {
        var sample = HomeAssistantSample()
        let block: JSONValue = ["ids": "d1"]
        _ = sample.hear("switch/a", ["name": "A", "stat_t": "u/b/set", "cmd_t": "u/a/set", "dev": block])
        let model = try #require(
            sample.hear("number/b", ["name": "B", "cmd_t": "u/b/set", "dev": block]).described.last?.model)
        #expect(
            model.order(.main, CapabilityName(.switch), .boolean(true), number: 1)?.proof == DialectOrder.Proof.none)
    }
}
