import HomeModel

extension EntityMapping {
    /// Maps a light with two command templates: one turns it on with the given values, the other one turns it off.
    mutating func mapTemplateLight() throws(DialectError) {
        guard let on = try config.template("command_on_template"),
            let off = try config.template("command_off_template")
        else { throw .badField("command_on_template", expected: "present together with command_off_template") }
        func command(_ key: String, form: CommandEncoding) throws(DialectError) -> CommandMapping? {
            try commandMapping("command_topic", template: nil, form: .variable(key, form, on))
        }
        func state(_ name: String) throws(DialectError) -> StateMapping? {
            guard config.fields["\(name)_template"] != nil else { return nil }
            return try stateMapping("state_topic", template: "\(name)_template")
        }
        let power = try commandMapping("command_topic", template: nil, form: .templates(whenFalse: off, whenTrue: on))
        add(.boolean(.switch, off: "off", on: "on", stateMapping: try state("state"), commandMapping: power))
        if config.fields["brightness_template"] != nil {
            let numbers = try brightness()
            var commandMapping = try command("brightness", form: .numbers(numbers))
            commandMapping?.whenZero = config.topic("command_topic").map { OffMessage(topic: $0, template: off) }
            add(
                .number(
                    .brightness, numbers: numbers, stateMapping: try state("brightness"), commandMapping: commandMapping
                ))
        }
        if config.fields["color_temp_template"] != nil {
            add(
                try colorTemperature(try state("color_temp")) { numbers throws(DialectError) in
                    try command("color_temp", form: .numbers(numbers))
                })
        }
        try mapTemplateColor(on)
        if let words = try config.words("effect_list"), !words.isEmpty {
            let options = words.map { ChoiceWord(word: $0, meaning: $0) }
            let commandMapping = try command("effect", form: .options(options))
            add(.choice(options, label: "effect", stateMapping: try state("effect"), commandMapping: commandMapping))
        }
    }

    private mutating func mapTemplateColor(_ on: Template) throws(DialectError) {
        let templates = ["red_template", "green_template", "blue_template"]
        guard templates.allSatisfy({ config.fields[$0] != nil }) else { return }
        var extractions: [Extraction] = []
        for key in templates { extractions.append(Extraction(try config.template(key))) }
        let stateMapping = config.topic("state_topic").map { topic in
            StateMapping(topic: topic, extraction: .joined(extractions), transformation: .color(.rgb))
        }
        let commandMapping = try commandMapping("command_topic", template: nil, form: .variable("hs", .color(.rgb), on))
        add(
            CapabilityCandidate(
                .color, coding: .color(.rgb), stateMapping: stateMapping, commandMapping: commandMapping))
    }
}
