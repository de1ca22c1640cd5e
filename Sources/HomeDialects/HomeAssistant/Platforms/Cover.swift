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

    private func position() throws(DialectError) -> (numbers: NativeNumbers, source: Source?) {
        let (open, closed) = try positionEnds()
        let numbers = NativeNumbers(.percent(zero: closed, hundred: open), step: 1, origin: closed)
        let source = try source(
            "position_topic", "position_template",
            variables: ["position_open": .number(open), "position_closed": .number(closed)])
        return (numbers, source)
    }

    /// Which payloads move it; what it says that it has not is left out.
    private func movements() throws(DialectError) -> (open: String?, close: String?, stop: String?) {
        func payload(_ key: String, _ usual: String) throws(DialectError) -> String? {
            config.isDenied(key) ? nil : try config.word(key, default: usual)
        }
        return (
            try payload("payload_open", "OPEN"), try payload("payload_close", "CLOSE"),
            try payload("payload_stop", "STOP")
        )
    }

    // MARK: Doors

    /// What someone may stand under.
    private mutating func mapGarageDoor() throws(DialectError) {
        let words = try states()
        let movements = try movements()
        let told: [(CapabilityValue, String?)] = [
            (.text("open"), movements.open), (.text("closed"), movements.close), (.text("stopped"), movements.stop),
        ]
        let payloads = Dictionary(told.compactMap { value, payload in payload.map { (value, $0) } }) { first, _ in first
        }
        let (numbers, positions) = try position()
        var state = try source("state_topic", "value_template")
        if state == nil, let positions {
            state = positions
            state?.reshaping = .openness(closedAt: try positionEnds().closed)
        }
        add(.choice(words, of: .garageDoor, source: state, sink: try sink("command_topic", nil, .words(payloads))))
        let set = try setPosition(numbers)
        if positions == nil, set == nil { return }
        add(.number(.position, set == nil ? NativeNumbers(numbers.scale) : numbers, source: positions, sink: set))
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
        let (numbers, source) = try position()
        if let set = try setPosition(numbers) {
            add(.number(.position, numbers, source: source, sink: set))
        } else {
            // Without positions it is told to go all the way.
            let words: [(CapabilityValue, String?)] = [
                (.number(100), movements.open), (.number(0), movements.close),
            ]
            let payloads = Dictionary(words.compactMap { value, payload in payload.map { (value, $0) } }) { first, _ in
                first
            }
            let told = try sink("command_topic", nil, .words(payloads))
            var claim = Claim.number(.position, NativeNumbers(), source: source, sink: payloads.isEmpty ? nil : told)
            claim.source?.reshaping = .numbers(NativeNumbers(numbers.scale))
            if claim.source == nil { claim.source = try endsSource() }
            if claim.sink != nil { claim.step = 100 }
            add(claim)
        }
    }

    private func setPosition(_ numbers: NativeNumbers) throws(DialectError) -> Sink? {
        let (open, closed) = try positionEnds()
        let variables: [String: JSONValue] = ["position_open": .number(open), "position_closed": .number(closed)]
        return try sink(
            "set_position_topic", "set_position_template", .named("position", .numbers(numbers)), variables: variables)
    }

    /// A blind that only knows its two ends.
    private func endsSource() throws(DialectError) -> Source? {
        let open = try config.word("state_open", default: "open")
        let closed = try config.word("state_closed", default: "closed")
        let silent: Set<String> = [
            try config.word("state_opening", default: "opening"), try config.word("state_closing", default: "closing"),
            try config.word("state_stopped", default: "stopped"), "unknown",
        ]
        return try source(
            "state_topic", "value_template",
            .words([open: 100, closed: 0], silent: silent.subtracting([open, closed])))
    }

    // MARK: Tilt and stop

    /// In percent of its range.
    private mutating func mapTilt() throws(DialectError) {
        var low = try config.number("tilt_min") ?? 0
        var high = try config.number("tilt_max") ?? 100
        // A range of one value is impossible and replaced by the usual one.
        if low == high { (low, high) = (0, 100) }
        let numbers = NativeNumbers(.percent(zero: low, hundred: high), step: 1, origin: low)
        add(
            .number(
                .tilt, numbers, source: try source("tilt_status_topic", "tilt_status_template"),
                sink: try sink(
                    "tilt_command_topic", "tilt_command_template", .named("tilt_position", .numbers(numbers)))
            ))
    }

    /// Stopping, and whether it is on its way where its state tells.
    private mutating func mapMovement() throws(DialectError) {
        guard !claims.isEmpty else { return }
        // What stands open or closed does not move.
        let words = try states().map { word in
            ["open", "closed"].contains(word.meaning) ? ChoiceWord(word: word.word, meaning: "stopped") : word
        }
        var stop: Sink?
        if let payload = try movements().stop {
            stop = try sink("command_topic", nil, .words([.text("stopped"): payload]))
        }
        if stop == nil, !config.isDenied("payload_stop_tilt") {
            let payload = try config.word("payload_stop_tilt", default: "STOP")
            stop = try sink("tilt_command_topic", nil, .words([.text("stopped"): payload]))
        }
        // A word that is not known is none of a movement; the claims that show states say so.
        let source = try source("state_topic", "value_template", .words([:], silent: ["unknown"]))
        add(.movement(words.sorted { $0.word == $0.meaning && $1.word != $1.meaning }, source: source, sink: stop))
    }
}
