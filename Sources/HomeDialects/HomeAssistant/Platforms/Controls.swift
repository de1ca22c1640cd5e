import HomeModel

// Switches, numbers, choices, texts and buttons: what stands for one control.

extension EntityMapping {
    mutating func mapSwitch() throws(DialectError) {
        let on = try config.word("payload_on", default: "ON")
        let off = try config.word("payload_off", default: "OFF")
        let stateOn = try config.word("state_on") ?? on
        let stateOff = try config.word("state_off") ?? off
        let source = try source("state_topic", "value_template")
        if isSetting {
            let words = [ChoiceWord(word: stateOff, meaning: "off"), ChoiceWord(word: stateOn, meaning: "on")]
            let form = CommandForm.words([.text("off"): off, .text("on"): on])
            add(.choice(words, source: source, sink: try sink("command_topic", "command_template", form)))
        } else {
            let form = CommandForm.words([.boolean(false): off, .boolean(true): on])
            let sink = try sink("command_topic", "command_template", form)
            add(.boolean(.switch, off: stateOff, on: stateOn, source: source, sink: sink))
        }
    }

    mutating func mapNumber() throws(DialectError) {
        let deviceClass = try config.word("device_class")
        let symbol = try config.word("unit_of_measurement")
        let unit = symbol.flatMap(Vocabulary.unit)
        let kind = target(deviceClass, unit)
        var numbers = NativeNumbers()
        if let unit, let canonical = kind.facts.unit, unit != canonical {
            numbers = NativeNumbers(.unit(unit, canonical: canonical))
        }
        let (low, high) = (try config.number("min") ?? 1, try config.number("max") ?? 100)
        numbers.step = try config.number("step").flatMap { $0 > 0 ? $0 : nil } ?? 1
        numbers.origin = low < high ? low : 0
        var claim = Claim.number(
            kind, numbers, low: low, high: high, source: try source("state_topic", "value_template"),
            sink: try sink("command_topic", "command_template", .numbers(numbers)))
        claim.isLabelled = true
        claim.announcedUnit = symbol
        add(claim)
    }

    /// What is told in degrees is a set-point, unless its name says that it is the difference between two.
    private func target(_ deviceClass: String?, _ unit: Unit?) -> CapabilityKind {
        guard !isAside, let unit, !Self.isDifference(slug) else { return .number }
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
        let name = TellingWords.words(of: config.fields["name"]?.word ?? config.object)
        let kind = TellingWords.kind(of: words, named: name, isSetting: isAside) ?? .choice
        let options = TellingWords.meanings(of: words, in: kind)
        var claim = Claim.choice(
            options, of: kind, source: try source("state_topic", "value_template"),
            sink: try sink("command_topic", "command_template", .options(options)))
        claim.isLabelled = true
        add(claim)
    }

    mutating func mapText() throws(DialectError) {
        guard config.fields["mode"]?.text != "password" else {
            leaveOut("passwords are not shown")
            return
        }
        add(
            Claim(
                .text, .text, source: try source("state_topic", "value_template"),
                sink: try sink("command_topic", "command_template", .text)))
    }

    mutating func mapButton() throws(DialectError) {
        let form = CommandForm.words([.text("press"): try config.word("payload_press", default: "PRESS")])
        guard let sink = try sink("command_topic", "command_template", form) else { return }
        add(isSetting ? .press(nil, sink) : .push(sink))
    }

    /// Whether it only sets up the device itself, and neither its name nor its class speaks of moving anything.
    private var isSetting: Bool {
        let deviceClass = config.fields["device_class"]?.word ?? ""
        let name = config.fields["name"]?.word ?? config.object
        return (isAside || Self.maintenance.contains(deviceClass))
            && !TellingWords.mayMove(TellingWords.words(of: "\(name) \(deviceClass)"))
    }

    /// Source: Home Assistant, “Button: device class”.
    private static let maintenance: Set<String> = ["identify", "restart", "update"]
}
