import HomeModel
import Testing

@testable import HomeDialects

/// Nothing that is announced below `u/` leads out of it.
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
        let news = sample.hear("sensor/one", .object(JSONObject(members)))
        #expect(news.findings.map(\.error.code) == ["foreignTopic"] && news.described.isEmpty)
    }

    @Test(arguments: topics) func foreignAvailabilityIsAFinding(topic: String) {
        var sample = HomeAssistantSample()
        let news = sample.hear("sensor/one", ["stat_t": "u/x", "avty": [["t": .text(topic)]]])
        #expect(news.findings.map(\.error.code) == ["foreignTopic"] && news.described.isEmpty)
    }

    @Test(
        arguments: [
            ("v", "~/x"), ("v/", "u~"), ("#", "u/~"), ("", "~/u/x"), ("~", "~"), ("u/+", "~/x"), ("~~", "~u/x"),
        ]) func tildeTricksLeadNowhere(base: String, topic: String)
    {
        var sample = HomeAssistantSample()
        let news = sample.hear("sensor/one", ["~": .text(base), "stat_t": .text(topic)])
        let topics = news.described.flatMap { $0.model.topics.map(\.topic) }
        #expect(topics.allSatisfy { $0.hasPrefix("u/") && !$0.contains("+") && !$0.contains("#") })
        #expect(news.described.isEmpty != news.findings.isEmpty)
    }

    @Test func whatIsLeftOutDisturbsNoOther() throws {
        var sample = HomeAssistantSample()
        let news = sample.hear(
            "device/d1",
            [
                "dev": ["ids": "d1"],
                "cmps": [
                    "a": ["p": "switch", "stat_t": "u/a", "cmd_t": "u/a/set", "name": "A"],
                    "b": ["p": "switch", "stat_t": "u/b", "cmd_t": "v/b/set", "name": "B"],
                    "c": ["p": "sensor", "stat_t": 7, "name": "C"], "d": "nothing", "e": ["name": "E"],
                ],
            ])
        let model = try #require(news.described.last?.model)
        #expect(model.capabilityLines == ["main switch rw"])
        #expect(news.findings.map(\.error.code).sorted() == ["badField", "badField", "badField", "foreignTopic"])
    }

    @Test func sharedTopicsAreHeldToTheRootToo() {
        var sample = HomeAssistantSample()
        let news = sample.hear(
            "device/d1", ["dev": ["ids": "d1"], "stat_t": "v/x", "cmps": ["a": ["p": "sensor", "name": "A"]]])
        #expect(news.findings.map(\.error.code) == ["foreignTopic"] && news.described.isEmpty)
    }

    @Test func whatIsKeptIsHeldToTheRootAgain() {
        let address = LinkAddress(kind: .homeAssistant, foreignID: "d", root: "u")
        let native = #"{"dev":{"ids":["d"]},"cmps":[{"o":"a","p":"switch","cmd_t":"v/x","stat_t":"u/x"}]}"#
        #expect(Dialects.model(of: address, native: native)?.topics.isEmpty == true)
    }

    @Test func commandsAreNeverRetained() throws {
        let model = try HomeAssistantSample.device("switch", ["cmd_t": "u/c", "ret": true, "qos": 2])
        let order = try #require(model.order(.main, CapabilityName(.switch), .boolean(true), number: 1))
        #expect(order.messages.map(\.retain) == [false] && order.messages.map(\.qos) == [1])
    }
}
