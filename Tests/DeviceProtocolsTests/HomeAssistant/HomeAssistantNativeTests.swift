import SeededRandom
import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// A stored description restores the model of the device that was announced.
@Suite struct HomeAssistantNativeTests {
    private static func check(_ events: [DiscoveryEvent], comment: @autoclosure () -> String = "") {
        for (address, model, native) in events.described {
            guard let again = DeviceFamilies.model(of: address, native: native) else {
                Issue.record("\(comment()): the stored description is not restored: \(native.prefix(400))")
                continue
            }
            #expect(again.description == model.description, "\(comment()): \(native.prefix(400))")
            let (new, old) = (Self.behavior(again), Self.behavior(model))
            let difference = zip(new, old).first { $0 != $1 }
            #expect(difference == nil && new.count == old.count, "\(comment()): \(native.prefix(400))")
        }
    }

    /// Lists the topics of a model, the updates that it decodes and the commands that it encodes.
    private static func behavior(_ model: any DialectModel) -> [String] {
        let topics = model.topics.flatMap { topic in
            [topic.topic.utf8.map { String($0) }.joined(separator: " ")]
                + topic.lanes.sorted { "\($0)" < "\($1)" }.flatMap { lane in
                    payloads.flatMap { topic.decoder.decode(Array($0.utf8), on: lane).map { "\(lane) \($0)" } }
                }
        }
        let commands = model.description.parts.flatMap { part in
            part.capabilities.filter(\.isCommanded).flatMap { capability in
                values(capability).map { value in
                    "\(String(describing: model.encodeCommand(part.id, capability: capability.name, value: value, number: 1)))"
                }
            }
        }
        return topics + commands
    }

    private static let payloads = ["ON", "online", "offline", "21.5", #"{"a":{"b":1},"state":"ON"}"#]

    private static func values(_ capability: Capability) -> [CapabilityValue] {
        [.boolean(true), .boolean(false), .number(50), .number(0), .color(hue: 120, saturation: 50), .text("text")]
            + capability.options.prefix(4).map { .text($0) }
    }

    // MARK: Cases

    private static let block: JSONValue = ["ids": "d1", "name": "Device"]

    @Test func equalObjectIDsOnTwoPlatformsAreRestored() {
        var sample = HomeAssistantSample()
        for (path, fields) in [
            ("sensor/x", ["stat_t": "u/1", "unit_of_meas": "°C"]), ("binary_sensor/x", ["stat_t": "u/2"]),
            ("switch/x", ["stat_t": "u/3", "cmd_t": "u/3/set"]), ("select/x", ["cmd_t": "u/4", "ops": ["a", "b"]]),
            ("sensor/y", ["stat_t": "u/5", "unit_of_meas": "°C"]),
        ] as [(String, JSONValue)] {
            let members = [JSONObject.Member(key: "dev", value: Self.block)] + (fields.members ?? [])
            Self.check(sample.receive(path, payload: .object(JSONObject(members))), comment: path)
        }
    }

    @Test func equalObjectIDsInBothFormsAreRestored() {
        var sample = HomeAssistantSample()
        let fields: JSONValue = ["p": "sensor", "stat_t": "u/2", "unit_of_meas": "W"]
        Self.check(sample.receive("sensor/d1/x", payload: ["stat_t": "u/1", "unit_of_meas": "W", "dev": Self.block]))
        let events = sample.receive("device/d1", payload: ["dev": Self.block, "cmps": ["d1/x": fields, "x": fields]])
        #expect(events.described.last?.model.topics.count == 2)
        Self.check(events)
    }

    @Test func longestIDsAreRestored() throws {
        var sample = HomeAssistantSample()
        let id = String(repeating: "n", count: 128)
        let events = sample.receive("sensor/\(id)/\(id)", payload: ["stat_t": "u/1", "dev": Self.block])
        #expect(events.described.last?.model.topics.count == 1)
        Self.check(events)
        let component: JSONValue = ["p": "sensor", "stat_t": "u/2"]
        let long = JSONObject.Member(key: String(repeating: "é", count: 129), value: component)
        let tooLong = sample.receive("device/d", payload: ["dev": Self.block, "cmps": .object(JSONObject([long]))])
        #expect(tooLong.findings.count == 1 && tooLong.described.isEmpty)
    }

    @Test func deepFieldsAreFindings() {
        let deep = (0..<12).reduce(JSONValue.integer(1)) { inner, _ in .list([inner]) }
        for fields: JSONValue in [["ops": deep], ["name": ["a": deep]], ["avty": [["t": "u/l", "pl_avail": deep]]]] {
            var sample = HomeAssistantSample()
            let members = [JSONObject.Member(key: "dev", value: Self.block), .init(key: "stat_t", value: "u/1")]
            let events = sample.receive("sensor/x", payload: .object(JSONObject(members + (fields.members ?? []))))
            #expect(events.described.isEmpty && events.findings.map(\.error.code) == ["badField"], "\(fields)")
        }
    }

    @Test func manyOptionsAreRestored() throws {
        var sample = HomeAssistantSample()
        let options = JSONValue.list(Array(repeating: 1, count: 4000))
        var events: [DiscoveryEvent] = []
        for number in 0..<12 {
            events = sample.receive(
                "select/e\(number)", payload: ["cmd_t": "u/x", "ops": options, "opt": true, "dev": Self.block])
            Self.check(events)
        }
        #expect(try #require(events.described.last).native.utf8.count > 90_000)
    }

    @Test func longAndEscapedNamesAreRestored() {
        for name in [String(repeating: "é", count: 200), String(repeating: "\u{1B}", count: 127), "a\u{202E}b"] {
            var sample = HomeAssistantSample()
            Self.check(
                sample.receive(
                    "sensor/x",
                    payload: ["stat_t": "u/1", "dev": ["ids": "d", "name": .text(name), "mf": .text(name)]]))
        }
    }

    @Test func canonicallyEquivalentTopicsStayDistinct() throws {
        var sample = HomeAssistantSample()
        _ = sample.receive("sensor/a", payload: ["stat_t": "u/caf\u{E9}/a", "dev": Self.block])
        let events = sample.receive("sensor/b", payload: ["stat_t": "u/cafe\u{301}/b", "dev": Self.block])
        #expect(events.described.last?.model.topics.count == 2)
        Self.check(events)
    }

    // MARK: Random announcements

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func randomAnnouncementsAreRestored(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var described = 0
        for _ in 0..<80 {
            var sample = HomeAssistantSample()
            for _ in 0..<Int.random(in: 1...10, using: &random) {
                let events =
                    random.chance(0.15)
                    ? Self.device(&sample, using: &random) : Self.entity(&sample, using: &random)
                described += events.described.count
                Self.check(events, comment: "seed \(seed)")
            }
        }
        #expect(described > 50, "seed \(seed): the random announcements describe too few devices")
    }

    private static func entity(
        _ sample: inout HomeAssistantSample, using random: inout SeededGenerator
    ) -> [DiscoveryEvent] {
        let long = String(repeating: "x", count: 128)
        let object = random.pick(["a", "b", "node/a", "node/b", "\(long)/\(long)", "\(long)/a"])
        let platform = random.pick(platforms)
        let members = [JSONObject.Member(key: "dev", value: block(using: &random))] + fields(using: &random)
        return sample.receive("\(platform)/\(object)", payload: .object(JSONObject(members)))
    }

    private static func device(
        _ sample: inout HomeAssistantSample, using random: inout SeededGenerator
    ) -> [DiscoveryEvent] {
        var components: [JSONObject.Member] = []
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let id = random.pick(["a", "node/a", "\u{0}\"é", String(repeating: "y", count: 256), "", "x\u{301}"])
            let platform = JSONObject.Member(key: "p", value: .text(random.pick(platforms)))
            components.append(.init(key: id, value: .object(JSONObject([platform] + fields(using: &random)))))
        }
        let members =
            [
                JSONObject.Member(key: "dev", value: block(using: &random)),
                .init(key: "cmps", value: .object(JSONObject(components))),
            ] + fields(using: &random)
        return sample.receive("device/\(random.pick(["a", "b"]))", payload: .object(JSONObject(members)))
    }

    private static let platforms = [
        "sensor", "binary_sensor", "switch", "light", "cover", "lock", "valve", "climate", "water_heater", "humidifier",
        "fan", "number", "select", "button", "event", "device_automation", "text", "siren", "vacuum",
        "alarm_control_panel", "camera",
    ]

    private static func block(using random: inout SeededGenerator) -> JSONValue {
        [
            "ids": random.pick(["d", ["d", "e", "", "d"], ["d", 7, "00158d0001abcdef"]]),
            "cns": random.pick([.null, [["mac", "00:11:22:33:44:55"], ["zigbee", "00:11:22:33:44:55"], ["x"]]]),
            "name": random.pick([.null, "", "Device", "\u{1B}[0m", .text(String(repeating: "n\u{0}", count: 100))]),
            "mf": random.pick([.null, 7, "Maker", .text(String(repeating: "é", count: 129))]),
        ]
    }

    private static func fields(using random: inout SeededGenerator) -> [JSONObject.Member] {
        let keys = DiscoveryKeys.entity.keys + ["~", "name", "min", "schema", "unknown"]
        return (0..<Int.random(in: 1...14, using: &random)).map { _ in
            let key = random.pick(keys.sorted())
            return JSONObject.Member(key: key, value: value(key, using: &random))
        } + [
            .init(key: "stat_t", value: value("stat_t", using: &random)),
            .init(key: "cmd_t", value: value("cmd_t", using: &random)),
        ]
    }

    private static func value(_ key: String, using random: inout SeededGenerator) -> JSONValue {
        if key == "avty" {
            let entry: JSONValue = [
                "t": random.pick(topics), "pl_avail": random.pick(["online", 1, .null]), "unknown": [[]],
                "val_tpl": random.pick(["{{ value }}", "", .null, "{{ now() }}"]),
            ]
            return random.pick([entry, [entry, ["t": random.pick(topics)]], []])
        }
        if key == "avty_mode" { return random.pick(["all", "any", "latest", "most"]) }
        if key.hasSuffix("_t") || key.hasSuffix("topic") || key == "t" { return random.pick(topics) }
        if key.hasSuffix("tpl") || key.hasSuffix("template") {
            return random.pick(["{{ value_json.a.b }}", "{{ value }}", "", "{{ value | float(0) * 2 }}", "{{ now() }}"])
        }
        return random.pick([
            .null, true, 0, 1, 100, -1.5, 1e300, "", "ON", "a", "state", "json", "°C", "temperature", "Relay 1",
            ["a", "b"], ["open", "close", 1], [], ["lock", .null], .text(String(repeating: "\u{0}", count: 300)),
            "\u{E9}", "config",
        ])
    }

    private static let topics: [JSONValue] = [
        "u/a", "u/b", "u/dev/a", "u/dev/b", "u/caf\u{E9}/a", "u/cafe\u{301}/a", "~/a", "a/~", "u/~", "u//", "u/x~",
        "v/x",
        "u/\u{301}", "u/dev/\u{0}",
    ]
}
