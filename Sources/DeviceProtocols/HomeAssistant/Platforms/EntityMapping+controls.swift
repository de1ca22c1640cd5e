import HomeModel

// Switches, numbers, choices, texts and buttons: platforms with a single control.

extension EntityMapping {
    mutating func mapSwitch() throws(DialectError) {
        let on = try config.word("payload_on", default: "ON")
        let off = try config.word("payload_off", default: "OFF")
        let stateOn = try config.word("state_on") ?? on
        let stateOff = try config.word("state_off") ?? off
        let stateMapping = try stateMapping("state_topic", template: "value_template")
        if isSetting {
            let words = [ChoiceWord(word: stateOff, meaning: "off"), ChoiceWord(word: stateOn, meaning: "on")]
            let form = CommandEncoding.words([.text("off"): off, .text("on"): on])
            add(
                .choice(
                    words, stateMapping: stateMapping,
                    commandMapping: try commandMapping("command_topic", template: "command_template", form: form)))
        } else {
            let form = CommandEncoding.words([.boolean(false): off, .boolean(true): on])
            let commandMapping = try commandMapping("command_topic", template: "command_template", form: form)
            add(
                .boolean(
                    .switch, off: stateOff, on: stateOn, stateMapping: stateMapping, commandMapping: commandMapping))
        }
    }

    mutating func mapNumber() throws(DialectError) {
        let deviceClass = try config.word("device_class")
        let symbol = try config.word("unit_of_measurement")
        let unit = symbol.flatMap(Vocabulary.unit)
        let kind = target(deviceClass, unit: unit)
        var numbers = SteppedScale()
        if let unit, let canonical = kind.facts.unit, unit != canonical {
            numbers = SteppedScale(.unit(unit, canonical: canonical))
        }
        let (low, high) = (try config.number("min") ?? 1, try config.number("max") ?? 100)
        numbers.step = try config.number("step").flatMap { $0 > 0 ? $0 : nil } ?? 1
        numbers.origin = low < high ? low : 0
        var candidate = CapabilityCandidate.number(
            kind, numbers: numbers, low: low, high: high,
            stateMapping: try stateMapping("state_topic", template: "value_template"),
            commandMapping: try commandMapping("command_topic", template: "command_template", form: .numbers(numbers)))
        candidate.isLabelled = true
        candidate.announcedUnit = symbol
        add(candidate)
    }

    /// A settable temperature or humidity is a set-point, unless its name says that it is a difference.
    private func target(_ deviceClass: String?, unit: Unit?) -> CapabilityKind {
        guard !hasEntityCategory, let unit, !Self.isDifference(slug) else { return .number }
        switch (deviceClass, unit) {
        case ("temperature", .celsius), ("temperature", .fahrenheit), (nil, .celsius), (nil, .fahrenheit):
            return .targetTemperature
        case ("humidity", .percent): return .targetHumidity
        default: return .number
        }
    }

    private static func isDifference(_ slug: String) -> Bool {
        let words = ["offset", "calibration", "hysteresis", "difference", "delta", "deadband", "correction"]
        return words.contains { slug.contains($0) }
    }

    mutating func mapSelect() throws(DialectError) {
        let words = try config.words("options") ?? []
        guard !words.isEmpty else { throw .badField("options", expected: "a list of texts") }
        let name = SafetyKeywords.words(of: config.fields["name"]?.word ?? config.object)
        let kind = SafetyKeywords.kind(of: words, named: name, isSetting: hasEntityCategory) ?? .choice
        let options = SafetyKeywords.meanings(of: words, in: kind)
        var candidate = CapabilityCandidate.choice(
            options, of: kind, stateMapping: try stateMapping("state_topic", template: "value_template"),
            commandMapping: try commandMapping("command_topic", template: "command_template", form: .options(options)))
        candidate.isLabelled = true
        add(candidate)
    }

    mutating func mapText() throws(DialectError) {
        guard config.fields["mode"]?.text != "password" else {
            leaveOut("passwords are not shown")
            return
        }
        add(
            CapabilityCandidate(
                .text, coding: .text, stateMapping: try stateMapping("state_topic", template: "value_template"),
                commandMapping: try commandMapping("command_topic", template: "command_template", form: .text)))
    }

    mutating func mapButton() throws(DialectError) {
        let form = CommandEncoding.words([.text("press"): try config.word("payload_press", default: "PRESS")])
        guard let commandMapping = try commandMapping("command_topic", template: "command_template", form: form) else {
            return
        }
        add(isSetting ? .harmlessButton(nil, commandMapping: commandMapping) : .sensitiveButton(commandMapping))
    }

    /// Whether the control only sets up the device itself, and neither its name nor its class suggests movement.
    private var isSetting: Bool {
        let deviceClass = config.fields["device_class"]?.word ?? ""
        let name = config.fields["name"]?.word ?? config.object
        return (hasEntityCategory || Self.maintenance.contains(deviceClass))
            && !SafetyKeywords.mayMove(SafetyKeywords.words(of: "\(name) \(deviceClass)"))
    }

    /// Source: Home Assistant, “Button: device class”.
    private static let maintenance: Set<String> = ["identify", "restart", "update"]
}
