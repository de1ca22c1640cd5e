import HomeModel

extension EntityMapping {
    /// Everything in one object, both ways.
    mutating func mapJSONLight() throws(DialectError) {
        let light = try JSONLight(self)
        add(.boolean(.switch, off: "OFF", on: "ON", source: light.member("state"), sink: try light.told(.state)))
        add(try light.brightness())
        if try light.isWarm() {
            let source = light.source(.inMode("color_temp", "color_temp"))
            add(
                try colorTemperature(source) { numbers throws(DialectError) in
                    try light.told(.member("color_temp", .numbers(numbers)))
                })
        }
        add(try light.color())
        if let words = try config.words("effect_list"), !words.isEmpty {
            let options = words.map { ChoiceWord(word: $0, meaning: $0) }
            let sink = try light.told(.member("effect", .options(options)))
            add(.choice(options, label: "effect", source: light.member("effect"), sink: sink))
        }
    }
}

private struct JSONLight {
    private let entity: EntityMapping
    private let modes: Set<String>
    /// The first is the one that the light is told in; before colour modes, it was told in all of them.
    private let colors: [JSONLightColor.Mode]

    init(_ entity: EntityMapping) throws(DialectError) {
        self.entity = entity
        modes = Set(try entity.config.words("supported_color_modes") ?? [])
        var colors: [JSONLightColor.Mode] = []
        for mode in try entity.colorModes() {
            let isAnnounced = modes.contains(mode.name)
            let isLegacy = modes.isEmpty && ["hs", "rgb", "xy"].contains(mode.name)
            if isAnnounced {
                colors.append(mode)
            } else if isLegacy, try entity.config.flag(mode.name) {
                colors.append(mode)
            }
        }
        self.colors = colors
    }

    func isWarm() throws(DialectError) -> Bool {
        let hasFlag = try entity.config.flag("color_temp")
        return hasFlag || modes.contains("color_temp")
    }

    /// A light without brightness of its own is dimmed by its red, green and blue.
    func brightness() throws(DialectError) -> Claim? {
        let off = entity.config.topic("command_topic").map { OffMessage(topic: $0, word: #"{"state":"OFF"}"#) }
        if let shape = try channelShape() {
            var sink = try told(.member("color", .dimmedColorObject(shape)))
            sink?.whenZero = off
            var source = member("color")
            source?.reshaping = .channelBrightness(shape)
            return Claim(.brightness, .number(.identity), source: source, sink: sink)
        }
        let hasFlag = try entity.config.flag("brightness")
        guard hasFlag || !modes.subtracting(["onoff"]).isEmpty else { return nil }
        let numbers = try entity.brightness()
        var sink = try told(.member("brightness", .numbers(numbers)))
        sink?.whenZero = off
        return .number(.brightness, numbers, source: member("brightness"), sink: sink)
    }

    func color() throws(DialectError) -> Claim? {
        guard let first = colors.first else { return nil }
        let form: CommandForm
        if let shape = try channelShape() {
            form = .brightColorObject(shape)
        } else {
            form = .colorObject(modes.isEmpty ? colors.map(\.shape) : [first.shape])
        }
        let source = source(.lightColor(JSONLightColor(shapes: colors)))
        return Claim(.color, .color(.hs), source: source, sink: try told(.member("color", form)))
    }

    /// Only lights from before colour modes have their brightness in red, green and blue.
    private func channelShape() throws(DialectError) -> ColorShape? {
        let hasBrightness = try entity.config.flag("brightness")
        return modes.isEmpty && !hasBrightness && colors.map(\.name) == ["rgb"] ? .rgb : nil
    }

    func member(_ key: String) -> Source? { source(.path([key])) }

    func source(_ extraction: Extraction) -> Source? {
        entity.config.topic("state_topic").map { Source(topic: $0, extraction: extraction) }
    }

    func told(_ form: CommandForm) throws(DialectError) -> Sink? { try entity.sink("command_topic", nil, form) }
}
