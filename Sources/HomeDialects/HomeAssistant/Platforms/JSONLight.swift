import HomeModel

extension EntityMapping {
    /// Everything in one object, both ways.
    mutating func mapJSONLight() throws(DialectError) {
        let modes = Set(try config.words("supported_color_modes") ?? [])
        add(.boolean(.switch, off: "OFF", on: "ON", source: member("state"), sink: try told(.state)))
        let hasBrightness = try config.flag("brightness")
        if hasBrightness || !modes.subtracting(["onoff"]).isEmpty {
            let numbers = try brightness()
            var sink = try told(.member("brightness", .numbers(numbers)))
            sink?.whenZero = config.topic("command_topic").map { topic in
                CompanionMessage(topic: topic, payload: #"{"state":"OFF"}"#)
            }
            add(.number(.brightness, numbers, source: member("brightness"), sink: sink))
        }
        let hasColorTemperature = try config.flag("color_temp")
        if hasColorTemperature || modes.contains("color_temp") {
            add(
                try colorTemperature(member("color_temp")) { numbers throws(DialectError) in
                    try told(.member("color_temp", .numbers(numbers)))
                })
        }
        if let shape = try colorShape(modes) {
            add(
                Claim(
                    .color, .color(shape), source: member("color"),
                    sink: try told(.member("color", .colorObject(shape)))))
        }
        if let words = try config.words("effect_list"), !words.isEmpty {
            let options = words.map { ChoiceWord(word: $0, meaning: $0) }
            let sink = try told(.member("effect", .options(options)))
            add(.choice(options, label: "effect", source: member("effect"), sink: sink))
        }
    }

    private func colorShape(_ modes: Set<String>) throws(DialectError) -> ColorShape? {
        for (name, shape) in [("hs", ColorShape.hs), ("xy", .xy), ("rgb", .rgb), ("rgbw", .rgb), ("rgbww", .rgb)] {
            if modes.contains(name) { return shape }
            if name.count <= 3, try config.flag(name) { return shape }
        }
        return nil
    }

    private func member(_ key: String) -> Source? {
        config.topic("state_topic").map { Source(topic: $0, extraction: .path([key])) }
    }

    private func told(_ form: CommandForm) throws(DialectError) -> Sink? { try sink("command_topic", nil, form) }
}
