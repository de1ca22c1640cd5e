import HomeModel

extension EntityMapping {
    mutating func mapFan() throws(DialectError) {
        let on = try config.word("payload_on", default: "ON")
        let off = try config.word("payload_off", default: "OFF")
        let form = CommandEncoding.words([.boolean(true): on, .boolean(false): off])
        add(
            .boolean(
                .switch, off: off, on: on,
                stateMapping: try stateMapping("state_topic", template: "state_value_template"),
                commandMapping: try commandMapping("command_topic", template: "command_template", form: form)))
        try mapSpeed()
        try mapPresets()
        try mapTurns(
            "oscillation",
            choices: [
                ("off", "payload_oscillation_off", "oscillate_off"), ("on", "payload_oscillation_on", "oscillate_on"),
            ])
        try mapTurns(
            "direction",
            choices: [
                ("forward", "payload_direction_forward", "forward"),
                ("reverse", "payload_direction_reverse", "reverse"),
            ])
    }

    /// 0 % is off, one below the slowest speed; 100 % is the fastest speed.
    private mutating func mapSpeed() throws(DialectError) {
        var slowest = try config.number("speed_range_min") ?? 1
        var fastest = try config.number("speed_range_max") ?? 100
        // An impossible range is replaced by the default range.
        if slowest > fastest { (slowest, fastest) = (1, 100) }
        let numbers = SteppedScale(.percent(zero: slowest - 1, hundred: fastest), step: 1, origin: slowest)
        add(
            .number(
                .fanSpeed, numbers: numbers,
                stateMapping: try stateMapping("percentage_state_topic", template: "percentage_value_template"),
                commandMapping: try commandMapping(
                    "percentage_command_topic", template: "percentage_command_template", form: .numbers(numbers))))
    }

    private mutating func mapTurns(
        _ name: String, choices: [(meaning: String, key: String, usual: String)]
    ) throws(DialectError) {
        var words: [ChoiceWord] = []
        for choice in choices {
            words.append(
                ChoiceWord(word: try config.word(choice.key, default: choice.usual), meaning: choice.meaning))
        }
        add(
            .choice(
                words, label: name,
                stateMapping: try stateMapping("\(name)_state_topic", template: "\(name)_value_template"),
                commandMapping: try commandMapping(
                    "\(name)_command_topic", template: "\(name)_command_template", form: .options(words))
            ))
    }
}
