import HomeModel
import Testing

@testable import HomeDialects

@Suite struct HomeAssistantAvailabilityTests {
    /// What comes on which topic, and what the device is then: nil says nothing.
    private typealias Step = (topic: String, payload: String, isThere: Bool?)

    private static func check(_ fields: JSONValue, _ steps: [Step]) throws {
        let members = (fields.members ?? []) + [.init(key: "stat_t", value: "u/state")]
        let model = try HomeAssistantSample.device("sensor", .object(JSONObject(members)))
        for step in steps {
            let said = model.hear(step.topic, step.payload).compactMap { statement in
                if case .availability(let availability) = statement { availability } else { nil }
            }
            let expected: [Availability] = step.isThere.map { [$0 ? .ready : .lost] } ?? []
            #expect(said == expected, "\(step)")
        }
    }

    @Test func oneTopic() throws {
        try Self.check(
            ["avty_t": "u/lwt"],
            [("u/lwt", "online", true), ("u/lwt", "offline", false), ("u/lwt", "Online", nil), ("u/lwt", "", nil)])
    }

    @Test func payloadsOfItsOwn() throws {
        try Self.check(
            ["avty_t": "u/lwt", "pl_avail": 1, "pl_not_avail": 0],
            [("u/lwt", "1", true), ("u/lwt", "0", false), ("u/lwt", "online", nil)])
    }

    @Test func aTemplate() throws {
        try Self.check(
            ["avty_t": "u/lwt", "avty_tpl": "{{ value_json.state }}"],
            [("u/lwt", #"{"state":"online"}"#, true), ("u/lwt", #"{"state":"offline"}"#, false), ("u/lwt", "x", nil)])
    }

    @Test func theLatestOfSeveralCounts() throws {
        try Self.check(
            ["avty": [["t": "u/a"], ["t": "u/b"]]],
            [("u/a", "online", true), ("u/b", "offline", false), ("u/a", "online", true)])
    }

    @Test func allThatSpokeCount() throws {
        try Self.check(
            ["avty": [["t": "u/a"], ["t": "u/b"]], "avty_mode": "all"],
            [
                ("u/a", "online", true), ("u/b", "online", true), ("u/a", "offline", false), ("u/b", "online", false),
                ("u/a", "online", true),
            ])
    }

    @Test func anyThatSpokeCounts() throws {
        try Self.check(
            ["avty": [["t": "u/a"], ["t": "u/b"]], "avty_mode": "any"],
            [("u/a", "offline", false), ("u/b", "online", true), ("u/a", "offline", true), ("u/b", "offline", false)])
    }

    @Test func whatOnlyOneEntityNeedsDoesNotCount() throws {
        var sample = HomeAssistantSample()
        func entity(_ topic: String, _ own: String) -> JSONValue {
            [
                "stat_t": .text(topic), "avty": [["t": "u/lwt"], ["t": .text(own)]], "avty_mode": "all",
                "dev": ["ids": "d1"],
            ]
        }
        _ = sample.hear("sensor/a", entity("u/1", "u/x"))
        let model = try #require(sample.hear("sensor/b", entity("u/2", "u/y")).described.last?.model)
        #expect(
            model.topics(on: .control).filter { $0.contains("lwt") || $0.hasSuffix("x") || $0.hasSuffix("y") } == [
                "u/lwt"
            ])
        #expect(model.hear("u/lwt", "online") == [.availability(.ready)])
    }

    @Test func anUnknownModeIsLeftOut() throws {
        let model = try HomeAssistantSample.device("sensor", ["stat_t": "u/s", "avty_t": "u/a", "avty_mode": "most"])
        #expect(model.description.others.contains { $0.contains("availability_mode") })
    }
}
