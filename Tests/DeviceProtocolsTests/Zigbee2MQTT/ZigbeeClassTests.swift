import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// Kinds, units, polarity and ranges of exposes as zigbee-herdsman-converters announces them.
@Suite struct ZigbeeClassTests {
    private typealias Samples = ZigbeeSamples

    /// The state topic of the device that `Samples.model` describes.
    private static let topic = "\(ZigbeeSamples.root)/z2m/thing"

    struct Row: Sendable, CustomTestStringConvertible {
        let expose: JSONValue
        let line: String

        init(_ expose: JSONValue, line: String) { (self.expose, self.line) = (expose, line) }

        var testDescription: String { line }
    }

    private static func line(_ exposes: JSONValue...) throws -> String {
        let model = try #require(Samples.model(exposes))
        let lines = model.description.parts.flatMap { part in part.capabilities.map { "\(part.id) \($0.line)" } }
        return lines.last ?? ""
    }

    private static func setting(_ key: String, values: [JSONValue], category: String? = nil) -> JSONValue {
        var members: [JSONObject.Member] = [
            .init(key: "type", value: "enum"), .init(key: "property", value: .text(key)),
            .init(key: "access", value: 7), .init(key: "values", value: .list(values)),
        ]
        if let category { members.append(.init(key: "category", value: .text(category))) }
        return .object(JSONObject(members))
    }

    private static func contact(
        _ key: String, on: JSONValue, off: JSONValue, description: String? = nil
    ) -> JSONValue {
        var members: [JSONObject.Member] = [
            .init(key: "type", value: "binary"), .init(key: "property", value: .text(key)),
            .init(key: "access", value: 1), .init(key: "value_on", value: on), .init(key: "value_off", value: off),
        ]
        if let description { members.append(.init(key: "description", value: .text(description))) }
        return .object(JSONObject(members))
    }

    // MARK: Numbers and their units

    @Test(arguments: [
        Row(Samples.numeric("power_apparent", unit: "VA"), line: "main apparentPower r"),
        Row(Samples.numeric("power_apparent_phase_b", unit: "VA"), line: "phase-b apparentPower r"),
        Row(Samples.numeric("power_reactive", unit: "VAR"), line: "main reactivePower r"),
        Row(Samples.numeric("power_factor"), line: "main powerFactor r"),
        Row(Samples.numeric("ac_frequency", unit: "Hz"), line: "main frequency r"),
        Row(Samples.numeric("reactive_energy", unit: "kVArh"), line: "main reactiveEnergy.reactive-energy r"),
        Row(Samples.numeric("wind_speed", unit: "m/s"), line: "main windSpeed r"),
        Row(Samples.numeric("wind_gust", unit: "km/h"), line: "main windSpeed.wind-gust r"),
        Row(Samples.numeric("rainfall", unit: "mm"), line: "main rain r"),
        Row(Samples.numeric("soil_moisture", unit: "%"), line: "main soilMoisture r"),
        Row(Samples.numeric("ec", unit: "µS/cm"), line: "main conductivity r"),
        Row(Samples.numeric("soil_fertility", unit: "μS/cm"), line: "main conductivity.soil-fertility r"),
        Row(Samples.numeric("ph", unit: "pH"), line: "main ph r"),
        Row(Samples.numeric("aqi"), line: "main airQualityIndex r"),
        Row(Samples.numeric("target_distance", unit: "m"), line: "main distance r"),
        Row(Samples.numeric("uptime", unit: "Hours"), line: "main duration.uptime r"),
        Row(Samples.numeric("boost_time_remaining", unit: "min"), line: "main duration.boost-time-remaining r"),
        Row(Samples.numeric("bar", unit: "bar"), line: "main pressure.bar r"),
        Row(Samples.numeric("vpd", unit: "kPa"), line: "main pressure.vpd r"),
        Row(Samples.numeric("gas", unit: "m³"), line: "main gas r"),
        Row(Samples.numeric("water", unit: "L"), line: "main water r"),
        Row(Samples.numeric("volume_flow_rate", unit: "m³/h"), line: "main flow r"),
        Row(
            Samples.numeric("voc_index", unit: "VOC Index points"), line: "main number.voc-index r in VOC Index points"),
        Row(Samples.numeric("occupancy_timeout", access: 7, unit: "s"), line: "main number.occupancy-timeout rw in s"),
        Row(Samples.numeric("run_time", access: 3, unit: "sec."), line: "main number.run-time rw in sec."),
        Row(Samples.numeric("position", unit: "%"), line: "main number.position r in %"),
        Row(Samples.numeric("angle", unit: "°"), line: "main number.angle r in °"),
        Row(Samples.numeric("trigger_count"), line: "main number.trigger-count r"),
        Row(Samples.numeric("rain_intensity", unit: "mV"), line: "main voltage.rain-intensity r"),
    ])
    func numberKeepsItsUnit(row: Row) throws { #expect(try Self.line(row.expose) == row.line) }

    @Test(
        arguments: [
            ("power_factor", nil, nil, 0.98, 0.98), ("power_factor", "%", nil, 98, 0.98),
            ("power_factor", nil, 100, 98, 0.98),
        ] as [(String, String?, Double?, Double, Double)])
    func powerFactorIsARatio(key: String, unit: String?, maximum: Double?, reported: Double, value: Double) throws {
        var expose: JSONValue = Samples.numeric(key, unit: unit)
        if let maximum, case .object(let object) = expose {
            expose = .object(JSONObject(object.members + [.init(key: "value_max", value: .number(maximum))]))
        }
        let model = try #require(Samples.model([expose]))
        #expect(
            model.receive(Self.topic, payload: #"{"\#(key)":\#(reported)}"#)
                == [.reading(.main, CapabilityName(.powerFactor), value: value, unit: nil)])
    }

    @Test(arguments: [(105, 100), (100, 100), (-1, 0), (87, 87)] as [(Double, Double)])
    func batteryLevelIsClampedToItsRange(reported: Double, shown: Double) throws {
        let model = try #require(Samples.model([Samples.numeric("battery", unit: "%")]))
        #expect(
            model.receive(Self.topic, payload: #"{"battery":\#(reported)}"#)
                == [.reading(.main, CapabilityName(.battery), value: shown, unit: nil)])
    }

    // MARK: Polarity

    @Test(
        arguments: [
            (
                contact("garage_door_contact", on: true, off: false, description: "closed (= true) or open (= false)"),
                "true"
            ),
            (
                contact("garage_door_contact", on: false, off: true, description: "closed (= true) or open (= false)"),
                "true"
            ),
            (contact("garage_door_contact", on: true, off: false), "true"),
            (contact("contact", on: false, off: true), "true"), (contact("contact", on: true, off: false), "true"),
            (contact("door", on: true, off: false, description: "true: open, false: closed"), "false"),
            (
                contact("door", on: true, off: false, description: "Whether it is closed (= true) or opened (= false)"),
                "true"
            ),
            (contact("door", on: "ON", off: "OFF", description: "ON if closed"), #""ON""#),
            (contact("window", on: "CLOSE", off: "OPEN", description: "Window status closed or open"), #""CLOSE""#),
            (contact("window", on: "OPEN", off: "CLOSE", description: "Window status closed or open"), #""CLOSE""#),
            (contact("window_open", on: true, off: false, description: "Indicates if window is open"), "false"),
            (contact("window_open", on: "YES", off: "NO"), #""NO""#),
            (contact("open_window_detected", on: true, off: false), "false"),
            (contact("window_detection", on: "ON", off: "OFF"), nil),
            (contact("valve_state", on: "OPEN", off: "CLOSED"), #""CLOSED""#),
            (contact("flap", on: "open", off: "closed"), #""closed""#),
        ] as [(JSONValue, String?)])
    func contactIsOnWhenItIsClosed(expose: JSONValue, closed: String?) throws {
        let model = try #require(Samples.model([expose]))
        let capability = try #require(model.description.parts.first?.capabilities.first)
        guard let closed else {
            #expect(capability.kind == .choice)
            return
        }
        let key = try #require(expose["property"]?.text)
        #expect(capability.kind == .contact && !capability.isCommanded)
        #expect(
            model.receive(Self.topic, payload: #"{"\#(key)":\#(closed)}"#) == [
                .state(.main, capability.name, .boolean(true))
            ])
        let restored = try Zigbee2MQTTModel(
            address: LinkAddress(kind: .zigbee2mqtt, foreignID: model.entity.id, root: Samples.root),
            native: model.entity.native)
        #expect(
            restored.receive(Self.topic, payload: #"{"\#(key)":\#(closed)}"#)
                == [.state(.main, capability.name, .boolean(true))])
    }

    // MARK: Keywords without a movement

    @Test(
        arguments: [
            (setting("screen_orientation", values: ["up", "right", "down", "left"]), nil),
            (setting("set_limits", values: ["up", "down", "reset"]), nil),
            (setting("border", values: ["up", "down", "up_delete"]), nil),
            (setting("situation_set", values: ["fully_open", "fully_close"]), nil),
            (setting("over_current_setting", values: ["closed", "alarm", "trip"]), nil),
            (setting("limits_calibration", values: ["calibrated", "open", "close"]), nil),
            (setting("mode", values: ["up", "up_delete"]), nil),
            (setting("child_lock", values: ["locked", "unlocked"]), nil),
            (setting("whatever", values: ["open", "close"], category: "config"), nil),
            (setting("door", values: ["open", "close"], category: "config"), CapabilityKind.garageDoor),
            (setting("gate", values: ["up", "down"]), .garageDoor),
            (setting("cover_state", values: ["open", "stop", "close"]), .garageDoor),
            (setting("bolt", values: ["lock", "unlock"]), .lock),
            (setting("alarm_mode", values: ["arm", "silent", "disarm"]), .alarm),
            (setting("state", values: ["open", "stop", "close"]), .garageDoor),
        ] as [(JSONValue, CapabilityKind?)])
    func keywordsAloneDoNotMakeAGarageDoor(expose: JSONValue, kind: CapabilityKind?) throws {
        let model = try #require(Samples.model([expose]))
        #expect(model.description.parts.first?.capabilities.map(\.kind) == [kind ?? .choice])
    }

    private static let thermostat: JSONValue = [
        "type": "climate", "features": [Samples.numeric("local_temperature", unit: "°C")],
    ]
    private static let blind: JSONValue = [
        "type": "cover", "features": [Samples.numeric("position", access: 7, unit: "%")],
    ]

    /// A thermostat opens a radiator valve. The options “up” and “down” of a cover move the cover itself.
    @Test func otherExposesOutrankDoorKeywords() throws {
        let force = Self.setting("force", values: ["normal", "open", "close"])
        #expect(try Self.line(Self.thermostat, force).hasPrefix("main choice.force rw"))
        let click = Self.setting("click_control", values: ["up", "down"])
        let model = try #require(Samples.model([Self.blind, click]))
        let part = try #require(model.description[.main])
        #expect(
            part.capabilities.map(\.kind) == [.position, .button]
                || part.capabilities.map(\.kind) == [.button, .position])
        var garage = part
        garage.purpose = .garage
        #expect(garage.safetyClass(of: .button, becoming: .text("up")) == .sensitive)
        garage.purpose = .blind
        #expect(garage.safetyClass(of: .button, becoming: .text("up")) == .routine)
        let sash = Self.setting("fixed_window_sash", values: ["Up", "Down"])
        #expect(try Self.line(Self.blind, sash).contains("choice.fixed-window-sash"))
    }

    // MARK: Ranges

    private static func ranged(_ key: String, from low: JSONValue, to high: JSONValue, family: String) -> JSONValue {
        [
            "type": .text(family),
            "features": [
                [
                    "type": "numeric", "property": .text(key), "access": 7, "value_min": low, "value_max": high,
                    "unit": family == "light" ? "mired" : "°C",
                ]
            ],
        ]
    }

    @Test(
        arguments: [
            (ranged("color_temp", from: 153, to: 500, family: "light"), "colorTemperature rw 2000…6535.947712418"),
            (ranged("color_temp", from: 50, to: 1000, family: "light"), "colorTemperature rw 2000…6535"),
            (ranged("color_temp", from: 250, to: 250, family: "light"), "colorTemperature rw 2000…6535"),
            (ranged("color_temp", from: 500, to: 153, family: "light"), "colorTemperature rw 2000…6535"),
            (ranged("color_temp", from: 0, to: 65_535, family: "light"), "colorTemperature rw"),
            (ranged("occupied_heating_setpoint", from: 5, to: 30, family: "climate"), "targetTemperature rw 5…30"),
            (ranged("occupied_heating_setpoint", from: 5, to: 5, family: "climate"), "targetTemperature rw 5…35"),
            (ranged("occupied_heating_setpoint", from: 30, to: 5, family: "climate"), "targetTemperature rw 5…35"),
        ] as [(JSONValue, String)])
    func impossibleRangeIsReplacedByTheDefault(expose: JSONValue, line: String) throws {
        let found = try Self.line(expose)
        #expect(found.hasPrefix("main \(line)"), "\(found)")
    }

    @Test(
        arguments: [
            (ranged("color_temp", from: 50, to: 1000, family: "light"), "color_temp", 250, 4000),
            (ranged("color_temp", from: 50, to: 1000, family: "light"), "color_temp", 900, 2000),
            (ranged("color_temp", from: 153, to: 500, family: "light"), "color_temp", 100, 6535.947712418),
            (
                ranged("occupied_heating_setpoint", from: 5, to: 5, family: "climate"), "occupied_heating_setpoint",
                21.5, 21.5
            ),
            (
                ranged("occupied_heating_setpoint", from: 5, to: 30, family: "climate"), "occupied_heating_setpoint",
                31, 30
            ),
        ] as [(JSONValue, String, Double, Double)])
    func valueBeyondItsRangeIsClamped(
        expose: JSONValue, key: String, reported: Double, shown: Double
    ) throws {
        let model = try #require(Samples.model([expose]))
        let name = try #require(model.description.parts.first?.capabilities.first?.name)
        let isBeyond = reported != 250 && reported != 21.5
        #expect(
            model.receive(Self.topic, payload: #"{"\#(key)":\#(reported)}"#)
                == [isBeyond ? .beyondRange(.main, name, shown: .number(shown)) : .state(.main, name, .number(shown))])
    }

    @Test func commandIsClampedToTheDefaultRange() throws {
        let model = try #require(Samples.model([Self.ranged("color_temp", from: 50, to: 1000, family: "light")]))
        let command = try #require(
            model.encodeCommand(.main, capability: CapabilityName(.colorTemperature), value: .number(6535), number: 1))
        #expect(command.messages.map { String(decoding: $0.payload, as: UTF8.self) } == [#"{"color_temp":153}"#])
    }

    // MARK: Options and actions

    @Test(arguments: ["none", "unknown", "None", "null", "unavailable"])
    func announcedOptionIsAValue(word: String) throws {
        let model = try #require(Samples.model([Self.setting("x", values: ["a", .text(word)])]))
        let name = try #require(model.description.parts.first?.capabilities.first?.name)
        #expect(model.receive(Self.topic, payload: #"{"x":"\#(word)"}"#) == [.state(.main, name, .text(word))])
    }

    @Test(
        arguments: [
            ["type": "text", "property": "action", "access": 1],
            ["type": "numeric", "property": "action", "access": 1],
            ["type": "enum", "property": "action", "access": 1, "values": ["single"]],
            [
                "type": "enum", "property": "action", "access": 1,
                "values": .list((0..<1100).map { .text("press_\($0)") }),
            ],
        ] as [JSONValue])
    func actionOfAnyTypeIsAButton(expose: JSONValue) throws {
        let model = try #require(Samples.model([expose]))
        #expect(model.description.parts.first?.capabilities.map(\.name) == [CapabilityName(.button)])
        let updates = model.receive(Self.topic, payload: #"{"action":"press_1099"}"#)
        #expect(updates == [.event(.main, CapabilityName(.button), .text("press_1099"))])
    }
}
