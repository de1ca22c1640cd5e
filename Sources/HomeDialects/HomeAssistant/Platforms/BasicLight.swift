import HomeModel

extension EntityMapping {
    /// A topic for every aspect.
    mutating func mapBasicLight() throws(DialectError) {
        let light = try BasicLight(self)
        add(try light.power())
        try attempt("brightness", light.brightness)
        try attempt("color_temp", light.colorTemperature)
        try attempt("color", light.color)
        try attempt("effect", light.effect)
        for name in ["rgbw", "rgbww", "white"] where config.topic("\(name)_command_topic") != nil {
            leaveOut("its white channels cannot be told apart from its colour", of: name)
        }
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
        var sink = try sink("brightness", .numbers(levels))
        sink?.whenZero = entity.config.topic("command_topic").map { CompanionMessage(topic: $0, payload: off) }
        return .number(.brightness, levels, source: try source("brightness"), sink: sink)
    }

    func colorTemperature() throws(DialectError) -> Claim? {
        let source = try source("color_temp")
        return try entity.colorTemperature(source) { numbers throws(DialectError) in
            try sink("color_temp", .numbers(numbers))
        }
    }

    func color() throws(DialectError) -> Claim? {
        for (name, shape) in [("hs", ColorShape.hs), ("xy", .xy), ("rgb", .rgb)] {
            guard let sink = try sink(name, .color(shape)) else { continue }
            return Claim(.color, .color(shape), source: try source(name, .color(shape)), sink: sink)
        }
        return nil
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
