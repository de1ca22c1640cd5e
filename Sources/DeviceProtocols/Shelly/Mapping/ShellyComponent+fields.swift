import HomeModel

/// The possible values of each type of component. Source: shelly-api-docs, “Components and Services”.
extension ShellyComponent {
    /// Returns nil if the type is not supported.
    func knownFields(_ clamps: ShellyClamps) -> [ShellyField]? {
        switch key.type {
        case "switch": [.yesOrNo("output", kind: .switch, command: .set("on"))] + meter
        case "light", "rgb", "rgbw", "cct", "rgbcct": light + meter
        case "cb": [.yesOrNo("output", kind: .switch, command: .disengage)]
        case "cover": cover + meter
        case "input": input
        case "pm1": meter
        case "em1": Self.circuit("", flow: clamps.flow(of: key))
        case "em1data": Self.counters("total_act_energy", returned: "total_act_ret_energy", flow: clamps.flow(of: key))
        case "em": Self.phases(clamps.flow(of: key))
        case "emdata": Self.phaseCounters(clamps.flow(of: key))
        case "temperature":
            [
                .number(
                    "tC", kind: .temperature, label: !clamps.isEmpty && (key.id ?? 0) < Self.firstAddOn ? "device" : nil
                )
            ]
        case "humidity": [.number("rh", kind: .humidity)]
        case "illuminance":
            [
                .number("lux", kind: .illuminance),
                .choice(
                    "illumination", kind: .choice, label: "illumination",
                    words: Self.same(["dark", "twilight", "bright"])),
            ]
        case "voltmeter": [.number("voltage", kind: .voltage), .plain("xvoltage", label: "scaled")]
        case "devicepower":
            [
                .number("battery.percent", kind: .battery), .number("battery.V", kind: .voltage, label: "battery"),
                .onOrOff("external.present", label: "external-power"),
            ]
        case "smoke": [.yesOrNo("alarm", kind: .smoke), .onOrOff("mute", label: "mute")]
        case "flood": [.yesOrNo("alarm", kind: .leak), .onOrOff("mute", label: "mute")]
        case "presencezone":
            [
                .yesOrNo("value", kind: .occupancy), .plain("num_objects", label: CapabilityName.labelOfPeople),
            ]
        case "thermostat": thermostat
        case "blutrv": Self.radiatorValve
        case "bthomedevice": [.number("battery", kind: .battery), Self.signal, Self.button]
        case "bthomesensor": [bluetoothSensor]
        case "wifi": [Self.signal]
        case "boolean", "number", "enum", "text": [virtualValue]
        case "button": [virtualButton]
        default: nil
        }
    }

    /// The first id of the sensors on an add-on board.
    private static let firstAddOn = 100

    // MARK: Meters

    private var meter: [ShellyField] {
        let isBothWays = has("ret_aenergy.total")
        return [
            .power("apower", flow: .consumption, isBothWays: isBothWays), .number("voltage", kind: .voltage),
            .number("current", kind: .current), .number("pf", kind: .powerFactor),
            .number("aprtpower", kind: .apparentPower),
            .number("freq", kind: .frequency),
            .energy("aenergy.total", flow: .consumption),
            .energy("ret_aenergy.total", flow: .production, label: "returned"),
            .number("temperature.tC", kind: .temperature, label: "device"),
        ]
    }

    /// The values of one current clamp.
    private static func circuit(_ prefix: String, flow: EnergyFlow?) -> [ShellyField] {
        [
            .power("\(prefix)act_power", flow: flow, isBothWays: true), .number("\(prefix)voltage", kind: .voltage),
            .number("\(prefix)current", kind: .current), .number("\(prefix)aprt_power", kind: .apparentPower),
            .number("\(prefix)pf", kind: .powerFactor), .number("\(prefix)freq", kind: .frequency),
        ]
    }

    /// The values of three clamps and their totals.
    private static func phases(_ flow: EnergyFlow?) -> [ShellyField] {
        [
            .power("total_act_power", flow: flow, isBothWays: true), .number("total_current", kind: .current),
            .number("total_aprt_power", kind: .apparentPower),
        ]
            + ["a", "b", "c"].flatMap { phase in circuit("\(phase)_", flow: flow).map { $0.on("phase-\(phase)") } }
            + [ShellyField.number("n_current", kind: .current).on("neutral")]
    }

    private static func phaseCounters(_ flow: EnergyFlow?) -> [ShellyField] {
        counters("total_act", returned: "total_act_ret", flow: flow)
            + ["a", "b", "c"].flatMap { phase in
                counters("\(phase)_total_act_energy", returned: "\(phase)_total_act_ret_energy", flow: flow)
                    .map { $0.on("phase-\(phase)") }
            }
    }

    private static func counters(_ path: String, returned: String, flow: EnergyFlow?) -> [ShellyField] {
        [.energy(path, flow: flow), .energy(returned, flow: flow?.reversed, label: "returned")]
    }

    // MARK: Lights

    private var light: [ShellyField] {
        let mode = { (name: JSONValue) -> JSONObject in self.key.type == "rgbcct" ? ["mode": name] : [:] }
        return [
            .yesOrNo("output", kind: .switch, command: .set("on")),
            .level("brightness", kind: .brightness, range: 0...100, step: 1, command: .light("brightness")),
            .level("ct", kind: .colorTemperature, range: warmth, step: 1, command: .light("ct", with: mode("cct"))),
            ShellyField(
                path: "rgb", kind: .color, coding: .color(.rgb), shape: .rgb, command: .light("rgb", with: mode("rgb"))),
            ShellyField(
                path: "white", kind: .brightness, label: "white", minimum: 0, maximum: 100,
                step: Self.byte.canonicalStep(1), coding: .number(Self.byte), command: .set("white")),
            .choice("mode", kind: .choice, label: "mode", words: Self.same(["rgb", "cct"])),
        ]
    }

    private static let byte = Scale.percent(of: 0...255)

    /// The range of the colour temperature in kelvin. Without an announced range, both types of lamps support the
    /// default. Source: shelly-api-docs, “CCT”, “Shelly Duo Bulb”, “Shelly RGBCCT Bulb”.
    private var warmth: ClosedRange<Double> {
        let bounds = facts["ct_range"]?.list?.compactMap(\.double) ?? []
        guard bounds.count == 2, bounds[0] < bounds[1], CapabilityKind.colorTemperature.facts.range.contains(bounds[0]),
            CapabilityKind.colorTemperature.facts.range.contains(bounds[1])
        else { return 2700...6500 }
        return bounds[0]...bounds[1]
    }

    // MARK: Covers and heating

    /// A cover. Without calibration it can only open or close completely, and its position is known only there.
    private var cover: [ShellyField] {
        var position = ShellyField.level(
            "current_pos", kind: .position, range: 0...100, step: 1, command: .goToPosition)
        if facts["pos_control"] != true {
            position = .level("state", kind: .position, range: 0...100, step: 100, command: .openOrClose)
            position.shape = .ends
        }
        // Opening and closing are commands of `position`, for which a person states what it moves.
        var movement = ShellyField.choice(
            "state", kind: .movement, label: nil, words: ShellyVocabulary.coverMovements, command: .stop)
        movement.options = CapabilityKind.movement.facts.options
        movement.shape = .travel
        return [position, movement, .level("slat_pos", kind: .tilt, range: 0...100, step: 1, command: .turnSlats)]
    }

    private var thermostat: [ShellyField] {
        let whenOn = facts["type"] == "cooling" ? "cool" : "heat"
        return [
            .level("target_C", kind: .targetTemperature, range: 5...35, step: 0.5, command: .configure("target_C")),
            .choice(
                "enable", kind: .thermostatMode, label: nil, words: [("false", "off"), ("true", whenOn)],
                command: .configure("enable")),
            .number("current_C", kind: .temperature), .onOrOff("output", label: "active"),
            .number("current_humidity", kind: .humidity), .plain("target_humidity", label: "target-humidity", in: "%"),
        ]
    }

    private static let radiatorValve: [ShellyField] = [
        .level("target_C", kind: .targetTemperature, range: 4...30, step: 0.1, command: .valveTarget),
        .number("current_C", kind: .temperature), .plain("pos", label: "valve-position", in: "%"),
        .number("battery", kind: .battery),
        signal,
    ]

    // MARK: Inputs and Bluetooth

    private var input: [ShellyField] {
        guard facts["enable"] != false else { return [] }
        switch facts["type"]?.text {
        case "button": return [Self.button]
        case "analog": return [.plain("percent", label: "percent", in: "%"), .plain("xpercent", label: "scaled")]
        case "count":
            return [
                .plain("counts.total", label: "count"), .plain("counts.xtotal", label: "scaled"),
                .number("freq", kind: .frequency),
                .plain("xfreq", label: "scaled-frequency"),
            ]
        default: return [.onOrOff("state", label: "input")]
        }
    }

    private static let signal = ShellyField.plain("rssi", label: "rssi", in: "dBm")

    private static let button = ShellyField(
        path: ShellyField.event, kind: .button, options: ShellyVocabulary.pushes,
        coding: .options(ShellyVocabulary.pushes.map { ChoiceWord(word: $0, meaning: $0) }))

    private var bluetoothSensor: ShellyField {
        let object = facts["obj_id"]?.integer
        return object.flatMap(ShellyVocabulary.bluetooth)
            ?? .plain("value", label: "bthome-\(object.map(String.init) ?? "unknown")")
    }

    // MARK: Virtual components

    /// The value of a virtual component, which a person added to the device. A value that may move something, by its
    /// name or its options, is mapped to the kind whose commands are sensitive.
    private var virtualValue: ShellyField {
        let name = SafetyKeywords.words(of: ownLabel)
        switch key.type {
        case "boolean" where SafetyKeywords.mayMove(name):
            var field = ShellyField.yesOrNo("value", kind: .switch, command: .set("value"))
            field.label = ownLabel
            return field
        case "boolean":
            return .choice(
                "value", kind: .choice, label: ownLabel, words: [("false", "off"), ("true", "on")],
                command: .set("value"))
        case "number":
            var field = ShellyField.plain("value", label: ownLabel, in: facts["meta.ui.unit"]?.text)
            let (low, high) = (facts["min"]?.double, facts["max"]?.double)
            if let low, let high, low < high { (field.minimum, field.maximum) = (low, high) }
            field.command = .set("value")
            return field
        case "enum":
            let options = facts["options"]?.texts ?? []
            let kind = SafetyKeywords.kind(of: options, named: name, isSetting: false) ?? .choice
            let words = SafetyKeywords.meanings(of: options, in: kind).map { (word: $0.word, meaning: $0.meaning) }
            return .choice("value", kind: kind, label: ownLabel, words: words, command: .set("value"))
        default:
            return ShellyField(path: "value", kind: .text, label: ownLabel, coding: .text, command: .set("value"))
        }
    }

    /// A virtual button reports pushes like an input, and can be pushed by a command.
    private var virtualButton: ShellyField {
        var field = Self.button
        field.label = facts["name"]?.text
        field.options = ShellyVocabulary.triggers
        field.command = .trigger
        return field
    }

    private var ownLabel: String { facts["name"]?.text ?? "\(key.type)-\(key.id ?? 0)" }

    private static func same(_ words: [String]) -> [(word: String, meaning: String)] { words.map { ($0, $0) } }
}
