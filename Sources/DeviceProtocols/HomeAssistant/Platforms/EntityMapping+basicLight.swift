import HomeModel

extension EntityMapping {
    /// Maps a light with a topic for each property.
    mutating func mapBasicLight() throws(DialectError) {
        let light = try BasicLight(self)
        add(try light.power())
        try attempt("brightness", candidate: light.brightness)
        try attempt("color_temp", candidate: light.colorTemperature)
        try attempt("color", candidate: light.color)
        try attempt("white", candidate: light.white)
        try attempt("effect", candidate: light.effect)
    }
}

/// A light of the schema `basic`.
private struct BasicLight {
    private let entity: EntityMapping
    private let on: String
    private let off: String
    private let levels: SteppedScale
    /// Whether a brightness command turns the light on.
    private let isBrightnessPower: Bool
    private let before: [CompanionMessage]
    private let after: [CompanionMessage]
    /// The colour mode of the light's commands and reports.
    private let mode: JSONLightColor.Mode?

    init(_ entity: EntityMapping) throws(DialectError) {
        self.entity = entity
        on = try entity.config.word("payload_on", default: "ON")
        off = try entity.config.word("payload_off", default: "OFF")
        levels = try entity.brightness()
        let type = try entity.config.word("on_command_type", default: "last")
        isBrightnessPower = type == "brightness"
        let payload = on
        let turnsOn = entity.config.topic("command_topic").map { [CompanionMessage(topic: $0, payload: payload)] } ?? []
        before = type == "first" ? turnsOn : []
        after = type == "last" ? turnsOn : []
        mode = try entity.colorModes().first { entity.config.topic("\($0.name)_command_topic") != nil }
    }

    /// The colour shape that contains the brightness; nil if the brightness has a topic of its own.
    private var channels: ColorFormat? {
        guard let mode, mode.shape.hasChannels, entity.config.topic("brightness_command_topic") == nil else {
            return nil
        }
        return mode.shape
    }

    func power() throws(DialectError) -> CapabilityCandidate {
        let template = entity.config.fields["state_value_template"] == nil ? "value_template" : "state_value_template"
        return .boolean(
            .switch, off: off, on: on, stateMapping: try entity.stateMapping("state_topic", template: template),
            commandMapping: try powerCommandMapping())
    }

    private func powerCommandMapping() throws(DialectError) -> CommandMapping? {
        guard isBrightnessPower, let levelTopic = entity.config.topic("brightness_command_topic"),
            let topic = entity.config.topic("command_topic"), let full = levels.native(100)
        else {
            return try entity.commandMapping(
                "command_topic", template: nil, form: .words([.boolean(false): off, .boolean(true): on]))
        }
        // Such a light is turned on with full brightness.
        return CommandMapping(
            topic: levelTopic, qos: entity.config.qos, form: .words([.boolean(true): NumberText.text(full)]),
            whenOff: CompanionMessage(topic: topic, payload: off))
    }

    func brightness() throws(DialectError) -> CapabilityCandidate? {
        let isOff = entity.config.topic("command_topic").map { OffMessage(topic: $0, word: off) }
        if let mode, let channels {
            var commandMapping = try commandMapping(mode.name, form: .dimmedColor(channels))
            commandMapping?.whenZero = isOff
            let stateMapping = try stateMapping(mode.name, transformation: .channelBrightness(channels))
            return CapabilityCandidate(
                .brightness, coding: .number(.identity), stateMapping: stateMapping, commandMapping: commandMapping)
        }
        var commandMapping = try commandMapping("brightness", form: .numbers(levels))
        commandMapping?.whenZero = isOff
        return .number(
            .brightness, numbers: levels, stateMapping: try stateMapping("brightness"), commandMapping: commandMapping)
    }

    func colorTemperature() throws(DialectError) -> CapabilityCandidate? {
        let stateMapping = try stateMapping("color_temp")
        return try entity.colorTemperature(stateMapping) { numbers throws(DialectError) in
            try commandMapping("color_temp", form: .numbers(numbers))
        }
    }

    func color() throws(DialectError) -> CapabilityCandidate? {
        guard let mode,
            let commandMapping = try commandMapping(
                mode.name, form: channels.map { .brightColor($0) } ?? .color(mode.shape))
        else {
            return nil
        }
        return CapabilityCandidate(
            .color, coding: .color(mode.shape),
            stateMapping: try stateMapping(mode.name, transformation: .color(mode.shape)),
            commandMapping: commandMapping)
    }

    /// The white mode of a light. It has no state topic.
    func white() throws(DialectError) -> CapabilityCandidate? {
        var scale = try entity.config.number("white_scale") ?? 255
        if scale < 1 { scale = 255 }
        let numbers = SteppedScale(.percent(zero: 0, hundred: scale), step: 1)
        guard
            var commandMapping = try entity.commandMapping(
                "white_command_topic", template: nil, form: .numbers(numbers))
        else {
            return nil
        }
        (commandMapping.before, commandMapping.after) = (before, after)
        var candidate = CapabilityCandidate.number(
            .number, numbers: numbers, low: 0, high: scale, label: "white", stateMapping: nil,
            commandMapping: commandMapping)
        candidate.isLabelled = true
        return candidate
    }

    func effect() throws(DialectError) -> CapabilityCandidate? {
        var candidate = try entity.choice(
            "effect", words: try entity.config.words("effect_list"), command: "effect_command_topic",
            commandTemplate: "effect_command_template", state: "effect_state_topic",
            stateTemplate: "effect_value_template")
        candidate?.commandMapping?.before = before
        candidate?.commandMapping?.after = after
        return candidate
    }

    /// Adds the messages that turn the light on, unless its brightness does that.
    private func commandMapping(_ name: String, form: CommandEncoding) throws(DialectError) -> CommandMapping? {
        var commandMapping = try entity.commandMapping(
            "\(name)_command_topic", template: "\(name)_command_template", form: form)
        commandMapping?.before = before
        commandMapping?.after = after
        return commandMapping
    }

    private func stateMapping(_ name: String, transformation: ValueTransformation = .none) throws(DialectError)
        -> StateMapping?
    {
        try entity.stateMapping(
            "\(name)_state_topic", template: "\(name)_value_template", transformation: transformation)
    }
}
