import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// The parser treats options, ranges, categories and limits as Home Assistant's MQTT integration documents them.
@Suite struct HomeAssistantClassTests {
    // MARK: Options

    @Test(arguments: ["none", "None", "unknown", "unavailable", "nan"])
    func announcedOptionIsAValue(word: String) throws {
        let entities: [(String, JSONValue)] = [
            ("select", ["name": "X", "stat_t": "u/s", "cmd_t": "u/c", "ops": ["a", .text(word)]]),
            ("sensor", ["name": "X", "stat_t": "u/s", "dev_cla": "enum", "ops": ["a", .text(word)]]),
        ]
        for (platform, fields) in entities {
            for template in [nil, "{{ value_json.m }}", "{{ value_json.m | default('x') }}"] as [String?] {
                let more = template.map { [JSONObject.Member(key: "val_tpl", value: .text($0))] } ?? []
                let config = JSONValue.object(JSONObject((fields.members ?? []) + more))
                let model = try HomeAssistantSample.device(platform, fields: config)
                let payload = template == nil ? word : #"{"m":"\#(word)"}"#
                #expect(
                    model.receive("u/s", payload: payload).map(\.line) == ["main choice.x \(word)"],
                    "\(platform) \(payload)")
            }
        }
    }

    @Test(arguments: ["none", "None", "unknown", "unavailable"])
    func unlistedOptionIsIgnored(word: String) throws {
        let model = try HomeAssistantSample.device(
            "select", fields: ["name": "X", "stat_t": "u/s", "cmd_t": "u/c", "ops": ["a", "b"]])
        #expect(model.receive("u/s", payload: word).isEmpty)
    }

    // MARK: Ranges

    @Test(
        arguments: [
            ("number", ["cmd_t": "u/c", "min": 5, "max": 5], "number.x w"),
            ("number", ["cmd_t": "u/c", "min": 9, "max": 1], "number.x w"),
            ("number", ["cmd_t": "u/c", "min": 20, "max": 20, "unit_of_meas": "°C"], "targetTemperature.x w 5…35"),
            ("climate", ["temp_cmd_t": "u/c", "min_temp": 21, "max_temp": 21], "targetTemperature w 5…35"),
            (
                "light",
                ["schema": "json", "cmd_t": "u/c", "sup_clrm": ["color_temp"], "min_mirs": 50, "max_mirs": 1000],
                "colorTemperature w 2000…6535.947712418"
            ),
            (
                "light",
                ["schema": "json", "cmd_t": "u/c", "sup_clrm": ["color_temp"], "min_mirs": 250, "max_mirs": 250],
                "colorTemperature w 2000…6535.947712418"
            ),
            ("fan", ["cmd_t": "u/c", "pct_cmd_t": "u/p", "spd_rng_min": 9, "spd_rng_max": 3], "fanSpeed w"),
        ] as [(String, JSONObject, String)])
    func impossibleRangeIsReplacedByDefault(platform: String, fields: JSONObject, line: String) throws {
        let named = JSONValue.object(JSONObject([.init(key: "name", value: "X")] + fields.members))
        let model = try HomeAssistantSample.device(platform, fields: named)
        #expect(model.capabilityLines.contains { $0.hasPrefix("main \(line)") }, "\(model.capabilityLines)")
    }

    // MARK: Choices and contacts

    @Test(
        arguments: [
            ("Display orientation", ["up", "down"], nil, "choice.display-orientation"),
            ("Motor limits", ["open", "close"], nil, "choice.motor-limits"),
            ("Sash", ["open", "close"], "config", "choice.sash"),
            ("Gate", ["open", "close"], "config", "garageDoor.gate"),
            ("Sash", ["open", "close"], nil, "garageDoor.sash"),
        ] as [(String, [String], String?, String)])
    func nameAndCategoryDecideGarageDoorOrChoice(
        name: String, options: [String], category: String?, capability: String
    ) throws {
        var members: [JSONObject.Member] = [
            .init(key: "name", value: .text(name)), .init(key: "cmd_t", value: "u/c"),
            .init(key: "ops", value: .list(options.map { .text($0) })),
        ]
        if let category { members.append(.init(key: "ent_cat", value: .text(category))) }
        let model = try HomeAssistantSample.device("select", fields: .object(JSONObject(members)))
        #expect(model.description.parts.first?.capabilities.map(\.name.description) == [capability])
    }

    /// The open-window flag of a radiator thermostat is a diagnostic entity and a contact.
    @Test(arguments: [("diagnostic", .contact), (nil, .contact), ("config", .choice)] as [(String?, CapabilityKind)])
    func windowSensorIsAContactUnlessItIsConfiguration(category: String?, kind: CapabilityKind) throws {
        var members: [JSONObject.Member] = [
            .init(key: "name", value: "X"), .init(key: "stat_t", value: "u/s"), .init(key: "dev_cla", value: "window"),
        ]
        if let category { members.append(.init(key: "ent_cat", value: .text(category))) }
        let model = try HomeAssistantSample.device("binary_sensor", fields: .object(JSONObject(members)))
        #expect(model.description.parts.first?.capabilities.map(\.kind) == [kind])
    }

    // MARK: Limits

    @Test func componentsAndOptionsBeyondTheLimitAreDropped() throws {
        var sample = HomeAssistantSample()
        let components = (0..<300).map { number in
            JSONObject.Member(
                key: "n\(number)",
                value: ["p": "sensor", "name": .text("N\(number)"), "stat_t": "u/s", "unit_of_meas": "rpm"])
        }
        let events = sample.receive(
            "device/one",
            payload: [
                "dev": ["ids": "d1", "name": "Device"], "o": ["name": "x"], "cmps": .object(JSONObject(components)),
            ])
        #expect(events.described.first?.model.description.parts.first?.capabilities.count == 256)
        #expect(events.findings.map(\.error) == [.tooMany("components", limit: 256)])
        #expect(events.findings.allSatisfy { !$0.isUnusable })
        let options = (0..<1100).map { JSONValue.text("o\($0)") }
        let model = try HomeAssistantSample.device(
            "select", fields: ["name": "X", "cmd_t": "u/c", "ops": .list(options)])
        #expect(model.description.parts.first?.capabilities.first?.options.count == 1024)
        #expect(model.description.others == ["select X, options: at most 1024 of its values are read"])
    }
}
