import HomeModel

extension EntityMapping {
    mutating func mapCover() throws(DialectError) {
        let deviceClass = try config.word("device_class")
        if deviceClass == "garage" || deviceClass == "gate" || deviceClass == "door" {
            try mapGarageDoor()
        } else {
            try mapBlind()
        }
        try mapTilt()
        try mapMovement()
    }

    private func position() throws(DialectError) -> (numbers: SteppedScale, stateMapping: StateMapping?) {
        let (open, closed) = try positionEnds()
        let numbers = SteppedScale(.percent(zero: closed, hundred: open), step: 1, origin: closed)
        let stateMapping = try stateMapping(
            "position_topic", template: "position_template",
            variables: ["position_open": .number(open), "position_closed": .number(closed)])
        return (numbers, stateMapping)
    }

    /// The payloads that move the cover; nil for those that the entity declares as missing.
    private func movements() throws(DialectError) -> (open: String?, close: String?, stop: String?) {
        func payload(_ key: String, usual: String) throws(DialectError) -> String? {
            config.isExplicitlyNull(key) ? nil : try config.word(key, default: usual)
        }
        return (
            try payload("payload_open", usual: "OPEN"), try payload("payload_close", usual: "CLOSE"),
            try payload("payload_stop", usual: "STOP")
        )
    }

    // MARK: Doors

    /// Maps a door under which a person may stand.
    private mutating func mapGarageDoor() throws(DialectError) {
        let words = try states()
        let movements = try movements()
        let command: [(CapabilityValue, String?)] = [
            (.text("open"), movements.open), (.text("closed"), movements.close), (.text("stopped"), movements.stop),
        ]
        let payloads = Dictionary(command.compactMap { value, payload in payload.map { (value, $0) } }) { first, _ in
            first
        }
        let (numbers, positions) = try position()
        var state = try stateMapping("state_topic", template: "value_template")
        if state == nil, let positions {
            state = positions
            state?.transformation = .openness(closedAt: try positionEnds().closed)
        }
        add(
            .choice(
                words, of: .garageDoor, stateMapping: state,
                commandMapping: try commandMapping("command_topic", template: nil, form: .words(payloads))))
        let set = try setPosition(numbers)
        if positions == nil, set == nil { return }
        add(
            .number(
                .position, numbers: set == nil ? SteppedScale(numbers.scale) : numbers, stateMapping: positions,
                commandMapping: set))
    }

    private func states() throws(DialectError) -> [ChoiceWord] {
        var words: [ChoiceWord] = []
        for (key, meaning) in [
            ("state_open", "open"), ("state_closed", "closed"), ("state_opening", "opening"),
            ("state_closing", "closing"), ("state_stopped", "stopped"),
        ] {
            words.append(ChoiceWord(word: try config.word(key, default: meaning), meaning: meaning))
        }
        return words
    }

    // MARK: Blinds

    private mutating func mapBlind() throws(DialectError) {
        let movements = try movements()
        let (numbers, stateMapping) = try position()
        if let set = try setPosition(numbers) {
            add(.number(.position, numbers: numbers, stateMapping: stateMapping, commandMapping: set))
        } else {
            // Without positions, the only commands are to open or close completely.
            let words: [(CapabilityValue, String?)] = [
                (.number(100), movements.open), (.number(0), movements.close),
            ]
            let payloads = Dictionary(words.compactMap { value, payload in payload.map { (value, $0) } }) { first, _ in
                first
            }
            let command = try commandMapping("command_topic", template: nil, form: .words(payloads))
            var candidate = CapabilityCandidate.number(
                .position, numbers: SteppedScale(), stateMapping: stateMapping,
                commandMapping: payloads.isEmpty ? nil : command)
            candidate.stateMapping?.transformation = .numbers(SteppedScale(numbers.scale))
            if candidate.stateMapping == nil { candidate.stateMapping = try endsStateMapping() }
            if candidate.commandMapping != nil { candidate.step = 100 }
            add(candidate)
        }
    }

    private func setPosition(_ numbers: SteppedScale) throws(DialectError) -> CommandMapping? {
        let (open, closed) = try positionEnds()
        let variables: [String: JSONValue] = ["position_open": .number(open), "position_closed": .number(closed)]
        return try commandMapping(
            "set_position_topic", template: "set_position_template", form: .named("position", .numbers(numbers)),
            variables: variables)
    }

    /// The position of a blind that reports only its ends.
    private func endsStateMapping() throws(DialectError) -> StateMapping? {
        let open = try config.word("state_open", default: "open")
        let closed = try config.word("state_closed", default: "closed")
        let silent: Set<String> = [
            try config.word("state_opening", default: "opening"), try config.word("state_closing", default: "closing"),
            try config.word("state_stopped", default: "stopped"), "unknown",
        ]
        return try stateMapping(
            "state_topic", template: "value_template",
            transformation: .words([open: 100, closed: 0], silent: silent.subtracting([open, closed])))
    }

    // MARK: Tilt and stop

    /// The tilt in percent of its range.
    private mutating func mapTilt() throws(DialectError) {
        var low = try config.number("tilt_min") ?? 0
        var high = try config.number("tilt_max") ?? 100
        // A range of one value is not possible, so the default range replaces it.
        if low == high { (low, high) = (0, 100) }
        let numbers = SteppedScale(.percent(zero: low, hundred: high), step: 1, origin: low)
        add(
            .number(
                .tilt, numbers: numbers,
                stateMapping: try stateMapping("tilt_status_topic", template: "tilt_status_template"),
                commandMapping: try commandMapping(
                    "tilt_command_topic", template: "tilt_command_template",
                    form: .named("tilt_position", .numbers(numbers)))
            ))
    }

    /// Maps the stop command, and the movement if the state reports it.
    private mutating func mapMovement() throws(DialectError) {
        guard !candidates.isEmpty else { return }
        // A cover that is open or closed does not move.
        let words = try states().map { word in
            ["open", "closed"].contains(word.meaning) ? ChoiceWord(word: word.word, meaning: "stopped") : word
        }
        var stop: CommandMapping?
        if let payload = try movements().stop {
            stop = try commandMapping("command_topic", template: nil, form: .words([.text("stopped"): payload]))
        }
        if stop == nil, !config.isExplicitlyNull("payload_stop_tilt") {
            let payload = try config.word("payload_stop_tilt", default: "STOP")
            stop = try commandMapping("tilt_command_topic", template: nil, form: .words([.text("stopped"): payload]))
        }
        // The state `unknown` says nothing about the movement.
        let stateMapping = try stateMapping(
            "state_topic", template: "value_template", transformation: .words([:], silent: ["unknown"]))
        add(
            .movement(
                words.sorted { $0.word == $0.meaning && $1.word != $1.meaning }, stateMapping: stateMapping,
                commandMapping: stop))
    }
}
