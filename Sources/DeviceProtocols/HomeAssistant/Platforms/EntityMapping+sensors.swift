import HomeModel

extension EntityMapping {
    mutating func mapSensor() throws(DialectError) {
        guard let stateMapping = try stateMapping("state_topic", template: "value_template") else { return }
        let deviceClass = try config.word("device_class")
        if let words = try config.words("options"), deviceClass == nil || deviceClass == "enum" {
            add(.choice(words.map { ChoiceWord(word: $0, meaning: $0) }, stateMapping: stateMapping))
            return
        }
        let symbol = try config.word("unit_of_measurement")
        if let candidate = quantity(deviceClass, symbol: symbol, stateMapping: stateMapping) {
            add(candidate)
        } else if deviceClass == "timestamp" || deviceClass == "date" {
            add(CapabilityCandidate(.text, coding: .text, stateMapping: stateMapping))
        } else if symbol != nil || deviceClass != nil || config.fields["state_class"] != nil {
            var candidate = CapabilityCandidate.number(.number, numbers: SteppedScale(), stateMapping: stateMapping)
            candidate.announcedUnit = symbol
            add(candidate)
        } else {
            add(CapabilityCandidate(.text, coding: .text, stateMapping: stateMapping))
        }
    }

    /// Returns nil if class and unit denote no recorded quantity. A sensor for configuration or diagnosis is not a
    /// quantity of the home, except for battery and link quality, which every device may have.
    private func quantity(_ deviceClass: String?, symbol: String?, stateMapping: StateMapping)
        -> CapabilityCandidate?
    {
        guard let kind = Self.kind(deviceClass, symbol: symbol, named: SafetyKeywords.words(of: slug)),
            symbol != nil || kind.facts.unit == nil
        else { return nil }
        guard !hasEntityCategory || kind == .battery || kind == .linkQuality else { return nil }
        if kind.isCounter, config.fields["state_class"]?.text == "measurement" { return nil }
        if symbol == "lqi" {
            let numbers = SteppedScale(.percent(zero: 0, hundred: 255))
            var candidate = CapabilityCandidate(kind, coding: .number(.identity), stateMapping: stateMapping)
            candidate.stateMapping?.transformation = .numbers(numbers)
            return candidate
        }
        guard let scale = Vocabulary.scale(of: kind, in: symbol) else { return nil }
        var candidate = CapabilityCandidate(kind, coding: .number(.identity), stateMapping: stateMapping)
        if case .unit(let unit, _) = scale {
            candidate.reportedUnit = unit
        } else if scale != .identity {
            candidate.stateMapping?.transformation = .numbers(SteppedScale(scale))
        }
        if kind.hasFlow { candidate.flow = EnergyFlow(homieWords: slug) }
        if kind == .power, candidate.flow == nil, isTwoWay {
            candidate.minimum = CapabilityKind.power.facts.range.lowerBound
        }
        return candidate
    }

    /// Whether the name denotes a flow in both directions, so that the power can be negative.
    private var isTwoWay: Bool {
        let words = Set(slug.split(separator: "-").map(String.init))
        return !words.isDisjoint(with: ["grid", "net", "mains", "battery"])
    }

    private static func kind(_ deviceClass: String?, symbol: String?, named name: [String]) -> CapabilityKind? {
        if symbol == "lqi" { return .linkQuality }
        if let deviceClass { return quantities[deviceClass] }
        return symbol.flatMap { Vocabulary.kind(measuredIn: $0, named: name) }
    }

    /// Source: Home Assistant, “Sensor: device class”.
    private static let quantities: [String: CapabilityKind] = [
        "temperature": .temperature, "humidity": .humidity, "pressure": .pressure, "atmospheric_pressure": .pressure,
        "carbon_dioxide": .co2, "pm1": .pm1, "pm25": .pm25, "pm10": .pm10, "volatile_organic_compounds": .voc,
        "illuminance": .illuminance, "sound_pressure": .noise, "power": .power, "energy": .energy,
        "voltage": .voltage, "current": .current, "gas": .gas, "water": .water, "volume_flow_rate": .flow,
        "battery": .battery, "apparent_power": .apparentPower, "reactive_power": .reactivePower,
        "reactive_energy": .reactiveEnergy, "power_factor": .powerFactor, "frequency": .frequency,
        "wind_speed": .windSpeed, "wind_direction": .windDirection, "precipitation": .rain,
        "precipitation_intensity": .rainRate, "irradiance": .irradiance, "aqi": .airQualityIndex,
        "moisture": .soilMoisture, "ph": .ph, "conductivity": .conductivity, "distance": .distance, "speed": .speed,
        "duration": .duration, "weight": .weight, "data_size": .dataSize, "data_rate": .dataRate,
    ]
}

extension EntityMapping {
    mutating func mapBinarySensor() throws(DialectError) {
        guard let stateMapping = try stateMapping("state_topic", template: "value_template") else { return }
        let on = try config.word("payload_on", default: "ON")
        let off = try config.word("payload_off", default: "OFF")
        let deviceClass = try config.word("device_class")
        if let kind = deviceClass.flatMap({ Self.kinds[$0] }), !isConfiguration {
            // A contact is true when it is closed, but these device classes are on when open.
            let isOpen = kind == .contact
            add(.boolean(kind, off: isOpen ? on : off, on: isOpen ? off : on, stateMapping: stateMapping))
        } else if deviceClass == "lock", !hasEntityCategory {
            let words = [ChoiceWord(word: off, meaning: "locked"), ChoiceWord(word: on, meaning: "unlocked")]
            add(.choice(words, of: .lock, stateMapping: stateMapping))
        } else {
            let words = [ChoiceWord(word: off, meaning: "off"), ChoiceWord(word: on, meaning: "on")]
            add(.choice(words, stateMapping: stateMapping))
        }
        if let delay = try config.number("off_delay"), delay > 0 {
            leaveOut("the device does not report its end (after \(NumberText.text(delay)) s)", of: "off_delay")
        }
    }

    /// Source: Home Assistant, “Binary sensor: device class”.
    private static let kinds: [String: CapabilityKind] = [
        "door": .contact, "window": .contact, "opening": .contact, "garage_door": .contact, "motion": .motion,
        "moving": .motion, "occupancy": .occupancy, "presence": .occupancy, "moisture": .leak, "smoke": .smoke,
        "carbon_monoxide": .carbonMonoxide, "tamper": .tamper,
    ]
}

extension EntityMapping {
    mutating func mapEvent() throws(DialectError) {
        guard let topic = config.topic("state_topic") else { return }
        let extraction = try config.template("value_template").map { Extraction($0) } ?? .path(["event_type"])
        let words = try config.words("event_types") ?? []
        let stateMapping = StateMapping(topic: topic, extraction: extraction, transformation: .eventType)
        var candidate = CapabilityCandidate.choice(
            words.map { ChoiceWord(word: $0, meaning: $0) }, of: .button, stateMapping: stateMapping)
        // An entity without a list of types can still report presses.
        if words.isEmpty { candidate = CapabilityCandidate(.button, coding: .text, stateMapping: stateMapping) }
        candidate.isLabelled = hasEntityCategory
        add(candidate)
    }

    /// Maps one trigger of an automation. Triggers on the same topic later become one button.
    mutating func mapTrigger() throws(DialectError) {
        guard let stateMapping = try stateMapping("topic", template: "value_template") else { return }
        var candidate = CapabilityCandidate(.button, coding: .text, stateMapping: stateMapping)
        // Without a payload, every message on the topic triggers.
        if let payload = try config.word("payload"), !payload.isEmpty {
            candidate.options = [payload]
            candidate.stateMapping?.transformation = .only([payload])
        }
        add(candidate)
    }
}
