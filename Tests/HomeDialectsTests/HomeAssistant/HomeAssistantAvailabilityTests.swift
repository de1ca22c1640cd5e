import HomeModel
import Testing

@testable import HomeDialects

@Suite struct HomeAssistantAvailabilityTests {
    /// What comes on which topic, and what the device is then: nil says nothing.
    private typealias Step = (topic: String, payload: String, says: Availability?)

    private static func check(_ fields: JSONValue, _ steps: [Step]) throws {
        let members = (fields.members ?? []) + [.init(key: "stat_t", value: "u/state")]
        let model = try HomeAssistantSample.device("sensor", .object(JSONObject(members)))
        for step in steps {
            let said = model.hear(step.topic, step.payload).compactMap { statement in
                if case .availability(let availability) = statement { availability } else { nil }
            }
            #expect(said == (step.says.map { [$0] } ?? []), "\(step)")
        }
    }

    @Test func oneTopic() throws {
        try Self.check(
            ["avty_t": "u/lwt"],
            [("u/lwt", "online", .ready), ("u/lwt", "offline", .lost), ("u/lwt", "Online", nil), ("u/lwt", "", nil)])
    }

    @Test func payloadsOfItsOwn() throws {
        try Self.check(
            ["avty_t": "u/lwt", "pl_avail": 1, "pl_not_avail": 0],
            [("u/lwt", "1", .ready), ("u/lwt", "0", .lost), ("u/lwt", "online", nil)])
    }

    @Test func aTemplate() throws {
        try Self.check(
            ["avty_t": "u/lwt", "avty_tpl": "{{ value_json.state }}"],
            [("u/lwt", #"{"state":"online"}"#, .ready), ("u/lwt", #"{"state":"offline"}"#, .lost), ("u/lwt", "x", nil)])
    }

    @Test func theLatestOfSeveralCounts() throws {
        try Self.check(
            ["avty": [["t": "u/a"], ["t": "u/b"]]],
            [("u/a", "online", .ready), ("u/b", "offline", .lost), ("u/a", "online", .ready)])
    }

    @Test func allMustSayThatItIsThere() throws {
        try Self.check(
            ["avty": [["t": "u/a"], ["t": "u/b"]], "avty_mode": "all"],
            [
                ("u/a", "online", nil), ("u/b", "online", .ready), ("u/a", "offline", .lost),
                ("u/b", "online", .lost), ("u/a", "online", .ready),
            ])
    }

    @Test func oneThatIsAwayIsEnoughWhereAllMustBeThere() throws {
        try Self.check(
            ["avty": [["t": "u/a"], ["t": "u/b"]], "avty_mode": "all"],
            [("u/a", "offline", .lost), ("u/a", "online", .unknown), ("u/b", "offline", .lost)])
    }

    @Test func oneThatIsThereIsEnoughWhereAnyMay() throws {
        try Self.check(
            ["avty": [["t": "u/a"], ["t": "u/b"]], "avty_mode": "any"],
            [
                ("u/a", "offline", nil), ("u/b", "online", .ready), ("u/a", "offline", .ready),
                ("u/b", "offline", .lost),
            ])
        try Self.check(
            ["avty": [["t": "u/a"], ["t": "u/b"]], "avty_mode": "any"],
            [("u/a", "online", .ready), ("u/a", "offline", .unknown), ("u/b", "offline", .lost)])
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
