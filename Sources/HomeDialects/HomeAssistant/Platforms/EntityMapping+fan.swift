import HomeModel

extension EntityMapping {
    mutating func mapFan() throws(DialectError) {
        let on = try config.word("payload_on", default: "ON")
        let off = try config.word("payload_off", default: "OFF")
        let form = CommandEncoding.words([.boolean(true): on, .boolean(false): off])
        add(
            .boolean(
                .switch, off: off, on: on, stateMapping: try stateMapping("state_topic", "state_value_template"),
                commandMapping: try commandMapping("command_topic", "command_template", form)))
        try mapSpeed()
        try mapPresets()
        try mapTurns(
            "oscillation",
            [("off", "payload_oscillation_off", "oscillate_off"), ("on", "payload_oscillation_on", "oscillate_on")])
        try mapTurns(
            "direction",
            [("forward", "payload_direction_forward", "forward"), ("reverse", "payload_direction_reverse", "reverse")])
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
                .fanSpeed, numbers,
                stateMapping: try stateMapping("percentage_state_topic", "percentage_value_template"),
                commandMapping: try commandMapping(
                    "percentage_command_topic", "percentage_command_template", .numbers(numbers))))
    }

    private mutating func mapTurns(
        _ name: String, _ choices: [(meaning: String, key: String, usual: String)]
    ) throws(DialectError) {
        var words: [ChoiceWord] = []
        for choice in choices {
            words.append(
                ChoiceWord(word: try config.word(choice.key, default: choice.usual), meaning: choice.meaning))
        }
        add(
            .choice(
                words, label: name, stateMapping: try stateMapping("\(name)_state_topic", "\(name)_value_template"),
                commandMapping: try commandMapping("\(name)_command_topic", "\(name)_command_template", .options(words))
            ))
    }
}
