import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// A discovery message below `u/` cannot make a device use a topic outside `u/`.
@Suite struct HomeAssistantConfinementTests {
    private static let keys = [
        "stat_t", "state_topic", "cmd_t", "avty_t", "json_attr_t", "pos_t", "set_pos_t", "bri_cmd_t", "t", "topic",
        "image_topic", "l_ver_t", "anything_topic",
    ]
    private static let topics = [
        "v/x", "ux/y", "u", "", "/u/x", "#", "u/#", "u/+/x", "+/x", "$SYS/broker", "u/\u{0}", "homeassistant/status",
    ]

    @Test(arguments: keys, topics) func foreignTopicsAreFindings(key: String, topic: String) {
        var sample = HomeAssistantSample()
        let members = [JSONObject.Member(key: key, value: .text(topic))]
        let events = sample.receive("sensor/one", payload: .object(JSONObject(members)))
        #expect(events.findings.map(\.error.code) == ["foreignTopic"] && events.described.isEmpty)
    }

    @Test(arguments: topics) func foreignAvailabilityTopicIsAFinding(topic: String) {
        var sample = HomeAssistantSample()
        let events = sample.receive("sensor/one", payload: ["stat_t": "u/x", "avty": [["t": .text(topic)]]])
        #expect(events.findings.map(\.error.code) == ["foreignTopic"] && events.described.isEmpty)
    }

    @Test(
        arguments: [
            ("v", "~/x"), ("v/", "u~"), ("#", "u/~"), ("", "~/u/x"), ("~", "~"), ("u/+", "~/x"), ("~~", "~u/x"),
        ]) func tildeExpansionStaysBelowTheRoot(base: String, topic: String)
    {
        var sample = HomeAssistantSample()
        let events = sample.receive("sensor/one", payload: ["~": .text(base), "stat_t": .text(topic)])
        let topics = events.described.flatMap { $0.model.topics.map(\.topic) }
        #expect(topics.allSatisfy { $0.hasPrefix("u/") && !$0.contains("+") && !$0.contains("#") })
        #expect(events.described.isEmpty != events.findings.isEmpty)
    }

    @Test func rejectedComponentsDoNotAffectOthers() throws {
        var sample = HomeAssistantSample()
        let events = sample.receive(
            "device/d1",
            payload: [
                "dev": ["ids": "d1"],
                "cmps": [
                    "a": ["p": "switch", "stat_t": "u/a", "cmd_t": "u/a/set", "name": "A"],
                    "b": ["p": "switch", "stat_t": "u/b", "cmd_t": "v/b/set", "name": "B"],
                    "c": ["p": "sensor", "stat_t": 7, "name": "C"], "d": "nothing", "e": ["name": "E"],
                ],
            ])
        let model = try #require(events.described.last?.model)
        #expect(model.capabilityLines == ["main switch rw"])
        #expect(events.findings.map(\.error.code).sorted() == ["badField", "badField", "badField", "foreignTopic"])
    }

    @Test func sharedTopicOutsideTheRootIsAFinding() {
        var sample = HomeAssistantSample()
        let events = sample.receive(
            "device/d1", payload: ["dev": ["ids": "d1"], "stat_t": "v/x", "cmps": ["a": ["p": "sensor", "name": "A"]]])
        #expect(events.findings.map(\.error.code) == ["foreignTopic"] && events.described.isEmpty)
    }

    @Test func storedForeignTopicIsNotSubscribed() {
        let address = LinkAddress(kind: .homeAssistant, foreignID: "d", root: "u")
        let native = #"{"dev":{"ids":["d"]},"cmps":[{"o":"a","p":"switch","cmd_t":"v/x","stat_t":"u/x"}]}"#
        #expect(DeviceFamilies.model(of: address, native: native)?.topics.isEmpty == true)
    }

    @Test func commandsAreNeverRetained() throws {
        let model = try HomeAssistantSample.device("switch", fields: ["cmd_t": "u/c", "ret": true, "qos": 2])
        let command = try #require(
            model.encodeCommand(.main, capability: CapabilityName(.switch), value: .boolean(true), number: 1))
        #expect(command.messages.map(\.retain) == [false] && command.messages.map(\.qos) == [1])
    }
}
