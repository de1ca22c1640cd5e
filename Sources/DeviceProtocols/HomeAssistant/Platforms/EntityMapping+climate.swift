import HomeModel

extension EntityMapping {
    mutating func mapClimate() throws(DialectError) {
        try mapModes(of: .thermostatMode, usual: ["auto", "off", "cool", "heat", "dry", "fan_only"])
        let entity = self
        let unit = try temperatureUnit()
        for (name, label) in [("temperature", nil), ("temperature_high", "high"), ("temperature_low", "low")] {
            try attempt(name) { () throws(DialectError) in
                try entity.target(name, label: label, unit: unit, low: 7, high: 35)
            }
        }
        try mapSurroundings(unit)
        try mapTargetHumidity(low: 30, high: 99)
        let actions = ["off", "preheating", "heating", "cooling", "drying", "idle", "fan", "defrosting"]
        try attempt("action") { () throws(DialectError) in try entity.action(actions) }
        let fan = try config.words("fan_modes") ?? ["auto", "low", "medium", "high"]
        try attempt("fan mode") { () throws(DialectError) in try entity.mode("fan", words: fan) }
        let swing = try config.words("swing_modes") ?? ["on", "off"]
        try attempt("swing mode") { () throws(DialectError) in try entity.mode("swing", words: swing) }
        try mapPresets()
        if config.topic("power_command_topic") != nil { leaveOut("the mode turns it off and on", of: "power") }
    }

    private func mode(_ name: String, words: [String]) throws(DialectError) -> CapabilityCandidate? {
        try choice(
            "\(name)-mode", words: words, command: "\(name)_mode_command_topic",
            commandTemplate: "\(name)_mode_command_template", state: "\(name)_mode_state_topic",
            stateTemplate: "\(name)_mode_state_template")
    }

    mutating func mapWaterHeater() throws(DialectError) {
        let unit = try temperatureUnit()
        // A water heater is an appliance: `off` stops it, and every other mode may start it.
        try mapModes(
            of: .appliance, usual: ["off", "eco", "electric", "gas", "heat_pump", "high_demand", "performance"])
        // 110 and 140 °F.
        add(try target("temperature", label: nil, unit: unit, low: 43.3, high: 60))
        try mapSurroundings(unit)
        if config.topic("power_command_topic") != nil { leaveOut("the mode turns it off and on", of: "power") }
    }

    mutating func mapHumidifier() throws(DialectError) {
        let on = try config.word("payload_on", default: "ON")
        let off = try config.word("payload_off", default: "OFF")
        let form = CommandEncoding.words([.boolean(true): on, .boolean(false): off])
        add(
            .boolean(
                .switch, off: off, on: on,
                stateMapping: try stateMapping("state_topic", template: "state_value_template"),
                commandMapping: try commandMapping("command_topic", template: "command_template", form: form)))
        try mapTargetHumidity(low: 0, high: 100)
        try mapSurroundings(.celsius)
        add(try action(["off", "humidifying", "drying", "idle"]))
        add(
            try choice(
                "mode", words: try config.words("modes"), command: "mode_command_topic",
                commandTemplate: "mode_command_template", state: "mode_state_topic",
                stateTemplate: "mode_state_template"))
    }

    // MARK: Modes

    private mutating func mapModes(of kind: CapabilityKind, usual: [String]) throws(DialectError) {
        let modes = SafetyKeywords.meanings(of: try config.words("modes") ?? usual, in: kind)
        guard !modes.isEmpty else { return }
        add(
            .choice(
                modes, of: kind, stateMapping: try stateMapping("mode_state_topic", template: "mode_state_template"),
                commandMapping: try commandMapping(
                    "mode_command_topic", template: "mode_command_template", form: .options(modes))))
    }

    mutating func mapPresets() throws(DialectError) {
        var presets = try config.words("preset_modes")
        // `none` clears the preset of a climate entity. The entity does not list it, so it is added.
        if config.platform == "climate" { presets = presets.map { ["none"] + $0.filter { $0 != "none" } } }
        add(
            try choice(
                "preset-mode", words: presets, command: "preset_mode_command_topic",
                commandTemplate: "preset_mode_command_template", state: "preset_mode_state_topic",
                stateTemplate: "preset_mode_value_template"))
    }

    private func action(_ words: [String]) throws(DialectError) -> CapabilityCandidate? {
        guard let stateMapping = try stateMapping("action_topic", template: "action_template") else { return nil }
        return .choice(words.map { ChoiceWord(word: $0, meaning: $0) }, label: "action", stateMapping: stateMapping)
    }

    // MARK: Temperature and humidity

    private func temperatureUnit() throws(DialectError) -> Unit {
        switch try config.word("temperature_unit", default: "C").uppercased() {
        case "C", "°C": .celsius
        case "F", "°F": .fahrenheit
        case "K": .kelvin
        default: throw .badField("temperature_unit", expected: "C, F or K")
        }
    }

    /// `low` and `high` are the default limits in °C.
    private func target(
        _ name: String, label: String?, unit: Unit, low: Double, high: Double
    ) throws(DialectError) -> CapabilityCandidate? {
        var numbers = SteppedScale()
        if unit != .celsius { numbers = SteppedScale(.unit(unit, canonical: .celsius)) }
        numbers.step = try config.number("temp_step").flatMap { $0 > 0 ? $0 : nil }
        let low = try config.number("min_temp") ?? Unit.celsius.convert(low, to: unit)
        let high = try config.number("max_temp") ?? Unit.celsius.convert(high, to: unit)
        guard let stateMapping = try stateMapping("\(name)_state_topic", template: "\(name)_state_template") else {
            guard
                let commandMapping = try commandMapping(
                    "\(name)_command_topic", template: "\(name)_command_template", form: .numbers(numbers))
            else {
                return nil
            }
            return target(
                numbers, low: low, high: high, label: label, stateMapping: nil, commandMapping: commandMapping)
        }
        let commandMapping = try commandMapping(
            "\(name)_command_topic", template: "\(name)_command_template", form: .numbers(numbers))
        return target(
            numbers, low: low, high: high, label: label, stateMapping: stateMapping, commandMapping: commandMapping)
    }

    private func target(
        _ numbers: SteppedScale, low: Double?, high: Double?, label: String?, stateMapping: StateMapping?,
        commandMapping: CommandMapping?
    ) -> CapabilityCandidate {
        var candidate = CapabilityCandidate.number(
            .targetTemperature, numbers: numbers, low: low, high: high, label: label, stateMapping: stateMapping,
            commandMapping: commandMapping)
        candidate.isLabelled = label != nil
        return candidate
    }

    private mutating func mapTargetHumidity(low: Double, high: Double) throws(DialectError) {
        let numbers = SteppedScale(step: 1)
        add(
            .number(
                .targetHumidity, numbers: numbers, low: try config.number("min_humidity") ?? low,
                high: try config.number("max_humidity") ?? high,
                stateMapping: try stateMapping(
                    "target_humidity_state_topic", template: "target_humidity_state_template"),
                commandMapping: try commandMapping(
                    "target_humidity_command_topic", template: "target_humidity_command_template",
                    form: .numbers(numbers))))
    }

    private mutating func mapSurroundings(_ unit: Unit) throws(DialectError) {
        var temperature = CapabilityCandidate(
            .temperature, coding: .number(.identity),
            stateMapping: try stateMapping("current_temperature_topic", template: "current_temperature_template"))
        temperature.reportedUnit = unit == .celsius ? nil : unit
        add(temperature)
        add(
            CapabilityCandidate(
                .humidity, coding: .number(.identity),
                stateMapping: try stateMapping("current_humidity_topic", template: "current_humidity_template")))
    }
}
