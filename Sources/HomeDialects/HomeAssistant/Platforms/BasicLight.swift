import HomeModel

extension EntityMapping {
    /// A topic for every aspect.
    mutating func mapBasicLight() throws(DialectError) {
        let light = try BasicLight(self)
        add(try light.power())
        try attempt("brightness", light.brightness)
        try attempt("color_temp", light.colorTemperature)
        try attempt("color", light.color)
        try attempt("white", light.white)
        try attempt("effect", light.effect)
    }
}

private struct BasicLight {
    private let entity: EntityMapping
    private let on: String
    private let off: String
    private let levels: NativeNumbers
    /// Whether brightness itself turns it on.
    private let isBrightnessPower: Bool
    private let before: [CompanionMessage]
    private let after: [CompanionMessage]
    /// The mode of colour that it is told in, and reports in.
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

    /// The shape of a colour that carries the brightness, where no topic of its own does.
    private var channels: ColorShape? {
        guard let mode, mode.shape.hasChannels, entity.config.topic("brightness_command_topic") == nil else {
            return nil
        }
        return mode.shape
    }

    func power() throws(DialectError) -> Claim {
        let template = entity.config.fields["state_value_template"] == nil ? "value_template" : "state_value_template"
        return .boolean(
            .switch, off: off, on: on, source: try entity.source("state_topic", template), sink: try powerSink())
    }

    private func powerSink() throws(DialectError) -> Sink? {
        guard isBrightnessPower, let levelTopic = entity.config.topic("brightness_command_topic"),
            let topic = entity.config.topic("command_topic"), let full = levels.native(100)
        else {
            return try entity.sink("command_topic", nil, .words([.boolean(false): off, .boolean(true): on]))
        }
        // Full brightness is how such a light is turned on.
        return Sink(
            topic: levelTopic, qos: entity.config.qos, form: .words([.boolean(true): NumberText.text(full)]),
            whenOff: CompanionMessage(topic: topic, payload: off))
    }

    func brightness() throws(DialectError) -> Claim? {
        let isOff = entity.config.topic("command_topic").map { OffMessage(topic: $0, word: off) }
        if let mode, let channels {
            var sink = try sink(mode.name, .dimmedColor(channels))
            sink?.whenZero = isOff
            let source = try source(mode.name, .channelBrightness(channels))
            return Claim(.brightness, .number(.identity), source: source, sink: sink)
        }
        var sink = try sink("brightness", .numbers(levels))
        sink?.whenZero = isOff
        return .number(.brightness, levels, source: try source("brightness"), sink: sink)
    }

    func colorTemperature() throws(DialectError) -> Claim? {
        let source = try source("color_temp")
        return try entity.colorTemperature(source) { numbers throws(DialectError) in
            try sink("color_temp", .numbers(numbers))
        }
    }

    func color() throws(DialectError) -> Claim? {
        guard let mode, let sink = try sink(mode.name, channels.map { .brightColor($0) } ?? .color(mode.shape)) else {
            return nil
        }
        return Claim(
            .color, .color(mode.shape), source: try source(mode.name, .color(mode.shape)), sink: sink)
    }

    /// The light's mode without colour has no state of its own.
    func white() throws(DialectError) -> Claim? {
        var scale = try entity.config.number("white_scale") ?? 255
        if scale < 1 { scale = 255 }
        let numbers = NativeNumbers(.percent(zero: 0, hundred: scale), step: 1)
        guard var sink = try entity.sink("white_command_topic", nil, .numbers(numbers)) else { return nil }
        (sink.before, sink.after) = (before, after)
        var claim = Claim.number(.number, numbers, low: 0, high: scale, label: "white", source: nil, sink: sink)
        claim.isLabelled = true
        return claim
    }

    func effect() throws(DialectError) -> Claim? {
        var claim = try entity.choice(
            "effect", try entity.config.words("effect_list"), command: "effect_command_topic",
            commandTemplate: "effect_command_template", state: "effect_state_topic",
            stateTemplate: "effect_value_template")
        claim?.sink?.before = before
        claim?.sink?.after = after
        return claim
    }

    /// The light is turned on by a message of its own, unless its brightness does that.
    private func sink(_ name: String, _ form: CommandForm) throws(DialectError) -> Sink? {
        var sink = try entity.sink("\(name)_command_topic", "\(name)_command_template", form)
        sink?.before = before
        sink?.after = after
        return sink
    }

    private func source(_ name: String, _ reshaping: Reshaping = .none) throws(DialectError) -> Source? {
        try entity.source("\(name)_state_topic", "\(name)_value_template", reshaping)
    }
}
