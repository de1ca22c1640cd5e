import HomeModel

extension EntityMapping {
    mutating func mapSiren() throws(DialectError) {
        let siren = try SirenEntity(self)
        add(
            .boolean(
                .siren, off: try config.word("state_off") ?? siren.off, on: try config.word("state_on") ?? siren.on,
                stateMapping: try siren.stateMapping("state"), commandMapping: try siren.power()))
        try attempt("tone", candidate: siren.tone)
        try attempt("volume_level", candidate: siren.volume)
        try attempt("duration", candidate: siren.duration)
    }
}

/// A siren. Its tone, volume and duration are parameters of the command that sounds it, so setting one of them sounds
/// the siren. The command to turn off has its own template if the entity names one.
private struct SirenEntity {
    private let entity: EntityMapping
    let on: String
    let off: String
    private let onTemplate: Template?
    private let offTemplate: Template?

    init(_ entity: EntityMapping) throws(DialectError) {
        self.entity = entity
        on = try entity.config.word("payload_on", default: "ON")
        off = try entity.config.word("payload_off", default: "OFF")
        onTemplate = try entity.config.template("command_template")
        offTemplate = try Self.offTemplate(entity.config) ?? onTemplate
    }

    /// Returns nil if the entity names no template for off. An empty one replaces the general template, as in Home
    /// Assistant: it renders nothing, so no message is sent. The general template could sound the siren.
    private static func offTemplate(_ config: EntityConfig) throws(DialectError) -> Template? {
        guard config.fields["command_off_template"] != nil else { return nil }
        if let template = try config.template("command_off_template") { return template }
        return try Template("")
    }

    func stateMapping(_ key: String) throws(DialectError) -> StateMapping? {
        guard let stateMapping = try entity.stateMapping("state_topic", template: "state_value_template") else {
            return nil
        }
        guard case .plain = stateMapping.extraction else { return key == "state" ? stateMapping : nil }
        return StateMapping(topic: stateMapping.topic, extraction: key == "state" ? .memberOrPlain(key) : .member(key))
    }

    func power() throws(DialectError) -> CommandMapping? {
        try entity.commandMapping(
            "command_topic", template: nil,
            form: .templated([
                .boolean(true): TemplatedWord(word: word(on, template: onTemplate), template: onTemplate),
                .boolean(false): TemplatedWord(word: word(off, template: offTemplate), template: offTemplate),
            ]))
    }

    func tone() throws(DialectError) -> CapabilityCandidate? {
        guard let tones = try entity.config.words("available_tones"), !tones.isEmpty else { return nil }
        let options = tones.map { ChoiceWord(word: $0, meaning: $0) }
        let commandMapping = try commandMapping("tone", form: .options(options))
        return commandMapping == nil
            ? nil
            : .choice(options, label: "tone", stateMapping: try stateMapping("tone"), commandMapping: commandMapping)
    }

    func volume() throws(DialectError) -> CapabilityCandidate? {
        // Home Assistant's volume ranges from 0 to 1.
        let numbers = SteppedScale(.percent(zero: 0, hundred: 1))
        guard let commandMapping = try commandMapping("volume_level", form: .numbers(numbers)) else { return nil }
        var candidate = CapabilityCandidate.number(
            .number, numbers: numbers, low: 0, high: 1, label: "volume", stateMapping: try stateMapping("volume_level"),
            commandMapping: commandMapping)
        candidate.isLabelled = true
        return candidate
    }

    func duration() throws(DialectError) -> CapabilityCandidate? {
        let numbers = SteppedScale(step: 1)
        guard let commandMapping = try commandMapping("duration", form: .numbers(numbers)) else { return nil }
        var candidate = CapabilityCandidate.number(
            .number, numbers: numbers, low: 1, high: 3600, label: "duration",
            stateMapping: try stateMapping("duration"),
            commandMapping: commandMapping)
        candidate.isLabelled = true
        return candidate
    }

    /// Returns nil if the siren does not support the parameter: the entity says so, or its template does not contain
    /// it.
    private func commandMapping(_ key: String, form: CommandEncoding) throws(DialectError) -> CommandMapping? {
        let support = ["volume_level": "support_volume_set", "duration": "support_duration"][key]
        if let support, entity.config.fields[support] != nil, try !entity.config.flag(support) { return nil }
        if let onTemplate, !onTemplate.text.contains(key) { return nil }
        return try entity.commandMapping(
            "command_topic", template: nil, form: .sirenParameter(key, form, on: on, onTemplate))
    }

    /// Without a template, the command is a JSON object.
    private func word(_ word: String, template: Template?) -> String {
        template == nil ? JSONValue.object(["state": .text(word)]).description : word
    }
}
