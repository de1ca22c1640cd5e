import HomeModel

extension EntityMapping {
    mutating func mapSiren() throws(DialectError) {
        let siren = try SirenEntity(self)
        add(
            .boolean(
                .siren, off: try config.word("state_off") ?? siren.off, on: try config.word("state_on") ?? siren.on,
                source: try siren.source("state"), sink: try siren.power()))
        try attempt("tone", siren.tone)
        try attempt("volume_level", siren.volume)
        try attempt("duration", siren.duration)
    }
}

/// A siren's tone, volume and duration are told with the command to sound, so telling one of them sounds it. Off has a
/// template of its own where the entity names one.
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
        offTemplate = try entity.config.template("command_off_template") ?? onTemplate
    }

    func source(_ key: String) throws(DialectError) -> Source? {
        guard let source = try entity.source("state_topic", "state_value_template") else { return nil }
        guard case .plain = source.extraction else { return key == "state" ? source : nil }
        return Source(topic: source.topic, extraction: key == "state" ? .memberOrPlain(key) : .member(key))
    }

    func power() throws(DialectError) -> Sink? {
        try entity.sink(
            "command_topic", nil,
            .templated([
                .boolean(true): TemplatedWord(word: word(on, onTemplate), template: onTemplate),
                .boolean(false): TemplatedWord(word: word(off, offTemplate), template: offTemplate),
            ]))
    }

    func tone() throws(DialectError) -> Claim? {
        guard let tones = try entity.config.words("available_tones"), !tones.isEmpty else { return nil }
        let options = tones.map { ChoiceWord(word: $0, meaning: $0) }
        let sink = try sink("tone", .options(options))
        return sink == nil ? nil : .choice(options, label: "tone", source: try source("tone"), sink: sink)
    }

    func volume() throws(DialectError) -> Claim? {
        // Home Assistant's volume is 0–1.
        let numbers = NativeNumbers(.percent(zero: 0, hundred: 1))
        guard let sink = try sink("volume_level", .numbers(numbers)) else { return nil }
        var claim = Claim.number(
            .number, numbers, low: 0, high: 1, label: "volume", source: try source("volume_level"), sink: sink)
        claim.isLabelled = true
        return claim
    }

    func duration() throws(DialectError) -> Claim? {
        let numbers = NativeNumbers(step: 1)
        guard let sink = try sink("duration", .numbers(numbers)) else { return nil }
        var claim = Claim.number(
            .number, numbers, low: 1, high: 3600, label: "duration", source: try source("duration"), sink: sink)
        claim.isLabelled = true
        return claim
    }

    /// Nil where the siren does not take it: it says so, or its template does not mention it.
    private func sink(_ key: String, _ form: CommandForm) throws(DialectError) -> Sink? {
        let support = ["volume_level": "support_volume_set", "duration": "support_duration"][key]
        if let support, entity.config.fields[support] != nil, try !entity.config.flag(support) { return nil }
        if let onTemplate, !onTemplate.text.contains(key) { return nil }
        return try entity.sink("command_topic", nil, .sounding(key, form, on: on, onTemplate))
    }

    /// Without a template a siren is told in an object.
    private func word(_ word: String, _ template: Template?) -> String {
        template == nil ? JSONValue.object(["state": .text(word)]).description : word
    }
}
