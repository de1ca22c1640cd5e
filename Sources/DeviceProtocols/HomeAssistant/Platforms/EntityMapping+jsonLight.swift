import HomeModel

extension EntityMapping {
    /// Maps a light whose state and commands are JSON objects.
    mutating func mapJSONLight() throws(DialectError) {
        let light = try JSONLight(self)
        add(
            .boolean(
                .switch, off: "OFF", on: "ON", stateMapping: light.member("state"),
                commandMapping: try light.command(.state)))
        add(try light.brightness())
        if try light.isWarm() {
            let stateMapping = light.stateMapping(.inMode("color_temp", "color_temp"))
            add(
                try colorTemperature(stateMapping) { numbers throws(DialectError) in
                    try light.command(.member("color_temp", .numbers(numbers)))
                })
        }
        add(try light.color())
        if let words = try config.words("effect_list"), !words.isEmpty {
            let options = words.map { ChoiceWord(word: $0, meaning: $0) }
            let commandMapping = try light.command(.member("effect", .options(options)))
            add(.choice(options, label: "effect", stateMapping: light.member("effect"), commandMapping: commandMapping))
        }
    }
}

/// A light of the schema `json`.
private struct JSONLight {
    private let entity: EntityMapping
    private let modes: Set<String>
    /// Commands use the first mode. Lights without `supported_color_modes` receive all of them in one object.
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

    /// A light without a brightness member is dimmed by its red, green and blue values.
    func brightness() throws(DialectError) -> CapabilityCandidate? {
        let off = entity.config.topic("command_topic").map { OffMessage(topic: $0, word: #"{"state":"OFF"}"#) }
        if let shape = try channelShape() {
            var commandMapping = try command(.member("color", .dimmedColorObject(shape)))
            commandMapping?.whenZero = off
            var stateMapping = member("color")
            stateMapping?.transformation = .channelBrightness(shape)
            return CapabilityCandidate(
                .brightness, coding: .number(.identity), stateMapping: stateMapping, commandMapping: commandMapping)
        }
        let hasFlag = try entity.config.flag("brightness")
        guard hasFlag || !modes.subtracting(["onoff"]).isEmpty else { return nil }
        let numbers = try entity.brightness()
        var commandMapping = try command(.member("brightness", .numbers(numbers)))
        commandMapping?.whenZero = off
        return .number(
            .brightness, numbers: numbers, stateMapping: member("brightness"), commandMapping: commandMapping)
    }

    func color() throws(DialectError) -> CapabilityCandidate? {
        guard let first = colors.first else { return nil }
        let form: CommandEncoding
        if let shape = try channelShape() {
            form = .brightColorObject(shape)
        } else {
            form = .colorObject(modes.isEmpty ? colors.map(\.shape) : [first.shape])
        }
        let stateMapping = stateMapping(.lightColor(JSONLightColor(shapes: colors)))
        return CapabilityCandidate(
            .color, coding: .color(.hs), stateMapping: stateMapping, commandMapping: try command(.member("color", form))
        )
    }

    /// Only lights without `supported_color_modes` have their brightness in red, green and blue.
    private func channelShape() throws(DialectError) -> ColorFormat? {
        let hasBrightness = try entity.config.flag("brightness")
        return modes.isEmpty && !hasBrightness && colors.map(\.name) == ["rgb"] ? .rgb : nil
    }

    func member(_ key: String) -> StateMapping? { stateMapping(.path([key])) }

    func stateMapping(_ extraction: Extraction) -> StateMapping? {
        entity.config.topic("state_topic").map { StateMapping(topic: $0, extraction: extraction) }
    }

    func command(_ form: CommandEncoding) throws(DialectError) -> CommandMapping? {
        try entity.commandMapping("command_topic", template: nil, form: form)
    }
}
