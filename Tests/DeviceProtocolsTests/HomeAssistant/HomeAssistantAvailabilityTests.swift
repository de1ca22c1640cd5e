import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

@Suite struct HomeAssistantAvailabilityTests {
    /// A message and the availability that it reports; nil if it reports none.
    private typealias Step = (topic: String, payload: String, expected: Availability?)

    private static func check(_ fields: JSONValue, steps: [Step]) throws {
        let members = (fields.members ?? []) + [.init(key: "stat_t", value: "u/state")]
        let model = try HomeAssistantSample.device("sensor", fields: .object(JSONObject(members)))
        for step in steps {
            let reported = model.receive(step.topic, payload: step.payload).compactMap { update in
                if case .availability(let availability) = update { availability } else { nil }
            }
            #expect(reported == (step.expected.map { [$0] } ?? []), "\(step)")
        }
    }

    @Test func availabilityTopicSetsAvailability() throws {
        try Self.check(
            ["avty_t": "u/lwt"],
            steps: [
                ("u/lwt", "online", .ready), ("u/lwt", "offline", .lost), ("u/lwt", "Online", nil), ("u/lwt", "", nil),
            ])
    }

    @Test func customPayloadsSetAvailability() throws {
        try Self.check(
            ["avty_t": "u/lwt", "pl_avail": 1, "pl_not_avail": 0],
            steps: [("u/lwt", "1", .ready), ("u/lwt", "0", .lost), ("u/lwt", "online", nil)])
    }

    @Test func availabilityTemplateIsApplied() throws {
        try Self.check(
            ["avty_t": "u/lwt", "avty_tpl": "{{ value_json.state }}"],
            steps: [
                ("u/lwt", #"{"state":"online"}"#, .ready), ("u/lwt", #"{"state":"offline"}"#, .lost),
                ("u/lwt", "x", nil),
            ])
    }

    @Test func latestTopicSetsAvailabilityByDefault() throws {
        try Self.check(
            ["avty": [["t": "u/a"], ["t": "u/b"]]],
            steps: [("u/a", "online", .ready), ("u/b", "offline", .lost), ("u/a", "online", .ready)])
    }

    @Test func modeAllRequiresEveryTopicOnline() throws {
        try Self.check(
            ["avty": [["t": "u/a"], ["t": "u/b"]], "avty_mode": "all"],
            steps: [
                ("u/a", "online", nil), ("u/b", "online", .ready), ("u/a", "offline", .lost),
                ("u/b", "online", .lost), ("u/a", "online", .ready),
            ])
    }

    @Test func modeAllReportsLostWhenOneTopicIsOffline() throws {
        try Self.check(
            ["avty": [["t": "u/a"], ["t": "u/b"]], "avty_mode": "all"],
            steps: [("u/a", "offline", .lost), ("u/a", "online", .unknown), ("u/b", "offline", .lost)])
    }

    @Test func modeAnyReportsReadyWhenOneTopicIsOnline() throws {
        try Self.check(
            ["avty": [["t": "u/a"], ["t": "u/b"]], "avty_mode": "any"],
            steps: [
                ("u/a", "offline", nil), ("u/b", "online", .ready), ("u/a", "offline", .ready),
                ("u/b", "offline", .lost),
            ])
        try Self.check(
            ["avty": [["t": "u/a"], ["t": "u/b"]], "avty_mode": "any"],
            steps: [("u/a", "online", .ready), ("u/a", "offline", .unknown), ("u/b", "offline", .lost)])
    }

    @Test func topicOfOneEntityDoesNotAffectTheDevice() throws {
        var sample = HomeAssistantSample()
        func entity(_ topic: String, availability own: String) -> JSONValue {
            [
                "stat_t": .text(topic), "avty": [["t": "u/lwt"], ["t": .text(own)]], "avty_mode": "all",
                "dev": ["ids": "d1"],
            ]
        }
        _ = sample.receive("sensor/a", payload: entity("u/1", availability: "u/x"))
        let model = try #require(
            sample.receive("sensor/b", payload: entity("u/2", availability: "u/y")).described.last?.model)
        #expect(
            model.topics(on: .control).filter { $0.contains("lwt") || $0.hasSuffix("x") || $0.hasSuffix("y") } == [
                "u/lwt"
            ])
        #expect(model.receive("u/lwt", payload: "online") == [.availability(.ready)])
    }

    @Test func unknownModeIsListedAsUnsupported() throws {
        let model = try HomeAssistantSample.device(
            "sensor", fields: ["stat_t": "u/s", "avty_t": "u/a", "avty_mode": "most"])
        #expect(model.description.others.contains { $0.contains("availability_mode") })
    }
}
