import HomeModel

extension EntityMapping {
    /// One template turns the light on with what it is told, another one turns it off.
    mutating func mapTemplateLight() throws(DialectError) {
        guard let on = try config.template("command_on_template"),
            let off = try config.template("command_off_template")
        else { throw .badField("command_on_template", expected: "present, and command_off_template") }
        func told(_ key: String, _ form: CommandForm) throws(DialectError) -> Sink? {
            try sink("command_topic", nil, .variable(key, form, on))
        }
        func state(_ name: String) throws(DialectError) -> Source? {
            guard config.fields["\(name)_template"] != nil else { return nil }
            return try source("state_topic", "\(name)_template")
        }
        let power = try sink("command_topic", nil, .templates(whenFalse: off, whenTrue: on))
        add(.boolean(.switch, off: "off", on: "on", source: try state("state"), sink: power))
        if config.fields["brightness_template"] != nil {
            let numbers = try brightness()
            var sink = try told("brightness", .numbers(numbers))
            sink?.whenZero = config.topic("command_topic").map { OffMessage(topic: $0, template: off) }
            add(.number(.brightness, numbers, source: try state("brightness"), sink: sink))
        }
        if config.fields["color_temp_template"] != nil {
            add(
                try colorTemperature(try state("color_temp")) { numbers throws(DialectError) in
                    try told("color_temp", .numbers(numbers))
                })
        }
        try mapTemplateColor(on)
        if let words = try config.words("effect_list"), !words.isEmpty {
            let options = words.map { ChoiceWord(word: $0, meaning: $0) }
            let sink = try told("effect", .options(options))
            add(.choice(options, label: "effect", source: try state("effect"), sink: sink))
        }
    }

    private mutating func mapTemplateColor(_ on: Template) throws(DialectError) {
        let templates = ["red_template", "green_template", "blue_template"]
        guard templates.allSatisfy({ config.fields[$0] != nil }) else { return }
        var extractions: [Extraction] = []
        for key in templates { extractions.append(Extraction(try config.template(key))) }
        let source = config.topic("state_topic").map { topic in
            Source(topic: topic, extraction: .joined(extractions), reshaping: .color(.rgb))
        }
        let sink = try sink("command_topic", nil, .variable("hs", .color(.rgb), on))
        add(Claim(.color, .color(.rgb), source: source, sink: sink))
    }
}
