import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// State payloads are decoded, and commands are encoded, as the discovery message describes them.
@Suite struct HomeAssistantValueTests {
    @Test func sharedStateTopicUpdatesEveryEntity() throws {
        var sample = HomeAssistantSample()
        for key in ["temperature", "humidity"] {
            _ = sample.receive(
                "sensor/\(key)",
                payload: [
                    "stat_t": "u/all", "dev_cla": .text(key), "unit_of_meas": key == "humidity" ? "%" : "°C",
                    "val_tpl": .text("{{ value_json.\(key) }}"), "dev": ["ids": "d1"],
                ])
        }
        let model = try #require(
            sample.receive(
                "binary_sensor/b",
                payload: ["name": "B", "stat_t": "u/all", "val_tpl": "{{ value_json.b }}", "dev": ["ids": "d1"]]
            )
            .described.last?.model)
        #expect(model.topics.map(\.topic) == ["u/all"])
        #expect(
            model.receive("u/all", payload: #"{"temperature":20,"humidity":40}"#).map(\.line).sorted() == [
                "main humidity 40", "main temperature 20",
            ])
        #expect(model.receive("u/all", payload: "[").map(\.line) == ["unreadable notJSON"])
    }

    @Test(
        arguments: [
            ("", []), ("None", []), ("nan", []), ("unknown", []), ("unavailable", []),
            ("21.5", ["main temperature 21.5"]),
            ("-0.5", ["main temperature -0.5"]), ("1_0", ["unreadable main temperature badPayload"]),
            ("21,5", ["unreadable main temperature badPayload"]), ("\u{0}", ["unreadable main temperature badPayload"]),
        ]) func numericPayloadsAreDecoded(payload: String, lines: [String]) throws
    {
        let model = try HomeAssistantSample.device("sensor", fields: ["stat_t": "u/s", "unit_of_meas": "°C"])
        #expect(model.receive("u/s", payload: payload).map(\.line) == lines)
    }

    @Test(
        arguments: [
            (true, false, #"{"v":true}"#, "on"), (1, 0, #"{"v":1}"#, "on"), ("1", "0", #"{"v":0}"#, "off"),
            ("true", "false", #"{"v":true}"#, "on"), ("open", "shut", #"{"v":"shut"}"#, "off"),
        ] as [(JSONValue, JSONValue, String, String)])
    func payloadsOfAnyJSONTypeAreMatched(on: JSONValue, off: JSONValue, payload: String, value: String) throws {
        let model = try HomeAssistantSample.device(
            "switch", fields: ["stat_t": "u/s", "val_tpl": "{{ value_json.v }}", "pl_on": on, "pl_off": off])
        #expect(model.receive("u/s", payload: payload).map(\.line) == ["main switch \(value)"])
    }

    @Test func invertedCoverPositionsAreConverted() throws {
        let model = try HomeAssistantSample.device(
            "cover", fields: ["set_pos_t": "u/c", "pos_t": "u/s", "pos_open": 0, "pos_clsd": 255])
        #expect(model.receive("u/s", payload: "0").map(\.line) == ["main position 100"])
        #expect(model.told(.main, capability: "position", value: .number(25)) == ["u/c 191"])
        #expect(
            model.receive("u/s", payload: "191").compactMap(\.value) == [
                model.valueAsSent(.main, capability: CapabilityName(.position), value: .number(25))
            ])
    }

    @Test func coverWithoutPositionTopicAcceptsOnlyItsEnds() throws {
        let model = try HomeAssistantSample.device("cover", fields: ["cmd_t": "u/c", "stat_t": "u/s"])
        #expect(model.told(.main, capability: "position", value: .number(100)) == ["u/c OPEN"])
        #expect(model.told(.main, capability: "position", value: .number(0)) == ["u/c CLOSE"])
        #expect(model.told(.main, capability: "position", value: .number(50)) == nil)
        #expect(model.receive("u/s", payload: "closed").map(\.line) == ["main position 0", "main movement stopped"])
        #expect(model.receive("u/s", payload: "opening").map(\.line) == ["main movement opening"])
    }

    @Test func commandsWithoutAStateTopicHaveNoConfirmation() throws {
        let withoutState = try HomeAssistantSample.device("switch", fields: ["cmd_t": "u/c"])
        let withState = try HomeAssistantSample.device(
            "switch", fields: ["cmd_t": "u/c", "stat_t": "u/s", "opt": true])
        func confirmation(_ model: any DialectModel) -> ConfirmationMode? {
            model.encodeCommand(.main, capability: CapabilityName(.switch), value: .boolean(true), number: 1)?
                .confirmation
        }
        #expect(confirmation(withoutState) == ConfirmationMode.none)
        #expect(confirmation(withState) == .report)
    }

    @Test(
        arguments: [
            ("first", ["u/on ON", "u/bri 51"]), ("last", ["u/bri 51", "u/on ON"]), ("brightness", ["u/bri 51"]),
        ]) func onCommandTypeDecidesTheMessages(type: String, messages: [String]) throws
    {
        let model = try HomeAssistantSample.device(
            "light", fields: ["cmd_t": "u/on", "bri_cmd_t": "u/bri", "bri_stat_t": "u/b", "on_cmd_type": .text(type)])
        #expect(model.told(.main, capability: "brightness", value: .number(20)) == messages)
        #expect(model.told(.main, capability: "brightness", value: .number(0)) == ["u/on OFF"])
        #expect(
            model.told(.main, capability: "switch", value: .boolean(true)) == [
                type == "brightness" ? "u/bri 255" : "u/on ON"
            ])
    }

    @Test func colorFormatsAreEncodedAndDecoded() throws {
        for (name, payload) in [("hs", "120,100"), ("rgb", "0,255,0"), ("rgbw", "0,255,0,0"), ("xy", "0.172,0.747")] {
            let model = try HomeAssistantSample.device(
                "light",
                fields: ["cmd_t": "u/on", "\(name)_cmd_t": "u/c", "\(name)_stat_t": "u/s", "on_cmd_type": "brightness"])
            let color = CapabilityValue.color(hue: 120, saturation: 100)
            #expect(model.told(.main, capability: "color", value: color) == ["u/c \(payload)"])
            #expect(
                model.receive("u/s", payload: payload).last?.value
                    == model.valueAsSent(.main, capability: CapabilityName(.color), value: color))
            #expect(model.receive("u/s", payload: "1").map(\.error?.code) == ["badPayload"])
        }
    }

    @Test(arguments: [2, 3, 6, 16, 100, 255]) func fanSpeedsRoundTrip(fastest: Int64) throws {
        let model = try HomeAssistantSample.device(
            "fan", fields: ["pct_cmd_t": "u/c", "pct_stat_t": "u/s", "spd_rng_max": .integer(fastest)])
        for speed in 0...fastest {
            let percent = Double(speed) / Double(fastest) * 100
            let command = try #require(
                model.encodeCommand(.main, capability: CapabilityName(.fanSpeed), value: .number(percent), number: 1))
            #expect(command.messages.map { String(decoding: $0.payload, as: UTF8.self) } == ["\(speed)"])
            #expect(model.receive("u/s", payload: "\(speed)").compactMap(\.value) == [command.value])
        }
    }

    @Test func lockOpenPayloadIsNotSupported() throws {
        let model = try HomeAssistantSample.device(
            "lock", fields: ["cmd_t": "u/c", "stat_t": "u/s", "pl_open": "OPEN"])
        #expect(model.capabilityLines == ["main lock rw"] && model.description.others.count == 1)
        #expect(model.told(.main, capability: "lock", value: .text("jammed")) == nil)
    }

    @Test func alarmPanelWithCodeIsReadOnly() throws {
        let model = try HomeAssistantSample.device(
            "alarm_control_panel",
            fields: ["cmd_t": "u/c", "stat_t": "u/s", "code": "REMOTE_CODE", "command_template": "{{ code }}"])
        #expect(model.told(.main, capability: "alarm", value: .text("disarmed")) == nil)
        #expect(model.receive("u/s", payload: "armed_home").map(\.line) == ["main alarm armedHome"])
    }
}
