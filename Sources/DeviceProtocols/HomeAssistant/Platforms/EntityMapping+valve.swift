import HomeModel

extension EntityMapping {
    mutating func mapValve() throws(DialectError) {
        let (open, closed) = try positionEnds()
        let isGraded = try config.flag("reports_position")
        var payloads: [CapabilityValue: String] = [:]
        if isGraded {
            payloads = [.text("open"): NumberText.text(open), .text("closed"): NumberText.text(closed)]
        } else {
            for (key, usual, meaning) in [("payload_open", "OPEN", "open"), ("payload_close", "CLOSE", "closed")]
            where !config.isExplicitlyNull(key) {
                payloads[.text(meaning)] = try config.word(key, default: usual)
            }
        }
        try mapValveMovement(isGraded: isGraded)
        let words = [
            ChoiceWord(word: try config.word("state_open", default: "open"), meaning: "open"),
            ChoiceWord(word: try config.word("state_closed", default: "closed"), meaning: "closed"),
        ]
        let silent: Set<String> = [
            try config.word("state_opening", default: "opening"), try config.word("state_closing", default: "closing"),
        ]
        let state = try valveStateMapping(isGraded ? "position" : "state")
        var stateMapping = state
        stateMapping?.transformation = isGraded ? .openness(closedAt: closed) : .words([:], silent: silent)
        let coded = isGraded ? ["open", "closed"].map { ChoiceWord(word: $0, meaning: $0) } : words
        add(
            .choice(
                coded, of: .valve, stateMapping: stateMapping,
                commandMapping: try commandMapping(
                    "command_topic", template: "command_template", form: .words(payloads))
            ))
        guard isGraded, let state else { return }
        let numbers = SteppedScale(.percent(zero: closed, hundred: open))
        add(.number(.position, numbers: numbers, stateMapping: state))
    }

    /// The positions of a cover or valve for open and closed. Equal positions are not possible, so the defaults replace
    /// them.
    func positionEnds() throws(DialectError) -> (open: Double, closed: Double) {
        let open = try config.number("position_open") ?? 100
        let closed = try config.number("position_closed") ?? 0
        return open == closed ? (100, 0) : (open, closed)
    }

    /// Maps the movement of a valve that can be stopped or reports that it opens or closes.
    private mutating func mapValveMovement(isGraded: Bool) throws(DialectError) {
        let stop = config.isExplicitlyNull("payload_stop") ? nil : try config.word("payload_stop")
        guard stop != nil || config.fields["state_opening"] != nil || config.fields["state_closing"] != nil else {
            return
        }
        var words = [ChoiceWord(word: "stopped", meaning: "stopped")]
        for meaning in ["opening", "closing"] {
            words.append(ChoiceWord(word: try config.word("state_\(meaning)", default: meaning), meaning: meaning))
        }
        for (key, usual) in [("state_open", "open"), ("state_closed", "closed")] {
            words.append(ChoiceWord(word: try config.word(key, default: usual), meaning: "stopped"))
        }
        var stateMapping = try valveStateMapping("state")
        stateMapping?.transformation = isGraded ? .only(Set(words.map(\.word))) : .none
        let commandMapping = try stop.flatMap { payload throws(DialectError) in
            try self.commandMapping("command_topic", template: nil, form: .words([.text("stopped"): payload]))
        }
        add(.movement(words, stateMapping: stateMapping, commandMapping: commandMapping))
    }

    /// The state: the plain payload, or a member if the payload is an object.
    private func valveStateMapping(_ key: String) throws(DialectError) -> StateMapping? {
        guard let plain = try stateMapping("state_topic", template: "value_template") else { return nil }
        guard case .plain = plain.extraction else { return plain }
        return StateMapping(topic: plain.topic, extraction: .memberOrPlain(key))
    }
}
