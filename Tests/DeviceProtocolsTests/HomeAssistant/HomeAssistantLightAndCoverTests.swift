import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// Brightness 0, impossible positions, stop messages of covers and valves, and presses without a type follow Home
/// Assistant's MQTT integration.
@Suite struct HomeAssistantLightAndCoverTests {
    typealias Config = (platform: String, fields: JSONValue)

    // MARK: Brightness

    /// A dimmable lamp of each schema, with its reports when it is off and when it is on at full brightness.
    private static let lamps: [(config: Config, off: [(String, String)], full: [(String, String)])] = [
        (
            (
                "light",
                [
                    "name": "X", "cmd_t": "u/c", "stat_t": "u/s", "bri_cmd_t": "u/bc", "bri_stat_t": "u/b",
                ]
            ),
            [("u/s", "OFF"), ("u/b", "0")], [("u/s", "ON"), ("u/b", "255")]
        ),
        (
            ("light", ["name": "X", "schema": "json", "cmd_t": "u/c", "stat_t": "u/s", "brightness": true]),
            [("u/s", #"{"state":"OFF","brightness":0}"#)], [("u/s", #"{"state":"ON","brightness":255}"#)]
        ),
        (
            (
                "light",
                [
                    "name": "X", "schema": "template", "cmd_t": "u/c", "stat_t": "u/s",
                    "cmd_on_tpl": "on{% if brightness is defined %},{{ brightness }}{% endif %}", "cmd_off_tpl": "off",
                    "stat_tpl": "{{ value_json.power }}", "bri_tpl": "{{ value_json.level }}",
                ]
            ),
            [("u/s", #"{"power":"off","level":0}"#)], [("u/s", #"{"power":"on","level":255}"#)]
        ),
    ]

    /// A lamp that turns off and reports brightness 0 keeps its brightness. After that the decoder accepts the same
    /// report as before the lamp turned off.
    @Test(arguments: lamps.indices) func zeroBrightnessIsIgnored(lamp: Int) throws {
        let (config, off, full) = Self.lamps[lamp]
        let model = try HomeAssistantSample.device(config.platform, fields: config.fields)
        func lines(_ messages: [(String, String)]) -> [String] {
            messages.flatMap { model.receive($0.0, payload: $0.1).map(\.line) }.sorted()
        }
        #expect(lines(full) == ["main brightness 100", "main switch on"])
        #expect(lines(off) == ["main switch off"])
        #expect(lines(off) == ["main switch off"])
        #expect(lines(full) == ["main brightness 100", "main switch on"])
    }

    /// A command of brightness 0 turns the lamp off, and the lamp's report of off confirms the command.
    @Test(arguments: zip(lamps.indices, [["u/c OFF"], [#"u/c {"state":"OFF"}"#], ["u/c off"]]))
    func brightnessZeroTurnsTheLampOff(lamp: Int, sent: [String]) throws {
        let (config, off, _) = Self.lamps[lamp]
        let model = try HomeAssistantSample.device(config.platform, fields: config.fields)
        #expect(model.told(.main, capability: "brightness", value: .number(0)) == sent)
        let part = try #require(model.description[.main])
        let effects = part.effects(of: CapabilityName(.brightness), becoming: .number(0))
        let reported = off.flatMap { model.receive($0.0, payload: $0.1) }
        for effect in effects { #expect(reported.contains(.state(.main, effect.key, effect.value))) }
    }

    /// A lamp that reports only its brightness reports off as brightness 0.
    @Test func zeroBrightnessIsReportedWithoutASwitchState() throws {
        let model = try HomeAssistantSample.device(
            "light", fields: ["name": "X", "cmd_t": "u/c", "bri_cmd_t": "u/bc", "bri_stat_t": "u/b"])
        #expect(model.receive("u/b", payload: "0").map(\.line) == ["main brightness 0"])
    }

    @Test(
        arguments: [
            ("bri_scl", ["cmd_t": "u/c", "bri_cmd_t": "u/bc", "bri_scl": 0], "brightness", "255"),
            ("bri_scl", ["cmd_t": "u/c", "bri_cmd_t": "u/bc", "bri_scl": -5], "brightness", "255"),
            ("whit_scl", ["cmd_t": "u/c", "whit_cmd_t": "u/bc", "whit_scl": 0], "number.white", "255"),
        ] as [(String, JSONObject, String, String)])
    func impossibleScaleIsReplaced(key: String, fields: JSONObject, capability: String, full: String) throws {
        let named = JSONValue.object(JSONObject([.init(key: "name", value: "X")] + fields.members))
        let model = try HomeAssistantSample.device("light", fields: named)
        let name = try #require(CapabilityName(capability))
        let most = try #require(model.description[.main]?[name]?.range.upperBound)
        let sent = model.told(.main, capability: capability, value: .number(capability == "brightness" ? 100 : most))
        #expect(sent?.contains("u/bc \(full)") == true, "\(key): \(sent ?? [])")
    }

    // MARK: Positions

    @Test(arguments: ["cover", "valve"], [0, 50, 100])
    func equalPositionEndsAreReplaced(platform: String, end: Int) throws {
        let fields: JSONValue = [
            "name": "X", "cmd_t": "u/c", "stat_t": "u/s", "set_pos_t": "u/p", "pos_t": "u/t", "reports_position": true,
            "pos_open": .integer(Int64(end)), "pos_clsd": .integer(Int64(end)),
        ]
        let model = try HomeAssistantSample.device(platform, fields: fields)
        let lines = model.receive(platform == "cover" ? "u/t" : "u/s", payload: "25").map(\.line)
        #expect(lines.contains("main position 25"))
        if platform == "cover" { #expect(model.told(.main, capability: "position", value: .number(75)) == ["u/p 75"]) }
        if platform == "valve" { #expect(model.told(.main, capability: "valve", value: .text("open")) == ["u/c 100"]) }
        #expect(model.description.others.isEmpty)
    }

    @Test func equalTiltBoundsAreReplaced() throws {
        let model = try HomeAssistantSample.device(
            "cover", fields: ["name": "X", "tilt_cmd_t": "u/c", "tilt_status_t": "u/s", "tilt_min": 7, "tilt_max": 7])
        #expect(model.receive("u/s", payload: "40").map(\.line) == ["main tilt 40"])
        #expect(model.told(.main, capability: "tilt", value: .number(30)) == ["u/c 30"])
    }

    // MARK: Stop

    @Test(
        arguments: [
            ("cover", ["cmd_t": "u/c"], ["u/c STOP"]), ("cover", ["cmd_t": "u/c", "pl_stop": "halt"], ["u/c halt"]),
            ("cover", ["cmd_t": "u/c", "pl_stop": .null], nil),
            ("cover", ["cmd_t": "u/c", "dev_cla": "garage"], ["u/c STOP"]),
            ("cover", ["cmd_t": "u/c", "dev_cla": "gate", "pl_stop": "0"], ["u/c 0"]),
            ("cover", ["cmd_t": "u/c", "dev_cla": "garage", "pl_stop": .null], nil),
            ("cover", ["tilt_cmd_t": "u/t"], ["u/t STOP"]),
            ("cover", ["tilt_cmd_t": "u/t", "pl_stop_tilt": "halt"], ["u/t halt"]),
            ("cover", ["tilt_cmd_t": "u/t", "pl_stop_tilt": .null], nil),
            ("cover", ["cmd_t": "u/c", "tilt_cmd_t": "u/t"], ["u/c STOP"]),
            ("cover", ["cmd_t": "u/c", "pl_stop": .null, "tilt_cmd_t": "u/t"], ["u/t STOP"]),
            ("cover", ["set_pos_t": "u/p", "pos_t": "u/s"], nil),
            ("valve", ["cmd_t": "u/c", "pl_stop": "STOP"], ["u/c STOP"]), ("valve", ["cmd_t": "u/c"], nil),
            ("valve", ["cmd_t": "u/c", "pl_stop": .null], nil),
            ("valve", ["cmd_t": "u/c", "reports_position": true, "pl_stop": "STOP"], ["u/c STOP"]),
        ] as [(String, JSONObject, [String]?)])
    func stopIsSentAsAnnounced(platform: String, fields: JSONObject, sent: [String]?) throws {
        let named = JSONValue.object(JSONObject([.init(key: "name", value: "X")] + fields.members))
        let model = try HomeAssistantSample.device(platform, fields: named)
        #expect(model.told(.main, capability: "movement", value: .text("stopped")) == sent)
        let movement = model.description[.main]?[CapabilityName(.movement)]
        #expect((movement?.isCommanded ?? false) == (sent != nil))
        for way in ["opening", "closing"] {
            #expect(model.told(.main, capability: "movement", value: .text(way)) == nil)
        }
    }

    // MARK: Presses

    @Test(
        arguments: [
            ("event", ["stat_t": "u/s"], #"{"event_type":"single"}"#, "single"),
            ("event", ["stat_t": "u/s", "evt_typ": []], #"{"event_type":"hold"}"#, "hold"),
            ("device_automation", ["atype": "trigger", "t": "u/s"], "pressed", "pressed"),
            (
                "device_automation", ["atype": "trigger", "t": "u/s", "type": "click", "stype": "b1"], "double",
                "double"
            ),
            ("device_automation", ["atype": "trigger", "t": "u/s", "pl": "1", "type": "click"], "1", "1"),
        ] as [(String, JSONObject, String, String)])
    func eventsAndTriggersAreButtonPresses(
        platform: String, fields: JSONObject, payload: String, press: String
    ) throws {
        let model = try HomeAssistantSample.device(platform, fields: .object(fields))
        #expect(model.description.parts.flatMap(\.capabilities).map(\.kind) == [.button])
        #expect(model.receive("u/s", payload: payload).map(\.line).map { $0.hasSuffix(" \(press)") } == [true])
    }

    // MARK: Illuminance

    /// The light sensor of a blind motor reports a percentage of its range, which is not an illuminance.
    @Test(
        arguments: [
            ("%", "main number.x 40"), ("lx", "main illuminance 40"), ("lm", "main number.x 40"),
        ])
    func illuminanceIsMeasuredInLux(unit: String, line: String) throws {
        let model = try HomeAssistantSample.device(
            "sensor", fields: ["name": "X", "stat_t": "u/s", "dev_cla": "illuminance", "unit_of_meas": .text(unit)])
        #expect(model.receive("u/s", payload: "40").map(\.line) == [line])
    }
}
