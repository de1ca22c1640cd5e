import HomeModel

extension EntityMapping {
    mutating func mapEvent() throws(DialectError) {
        guard let topic = config.topic("state_topic") else { return }
        let extraction = try config.template("value_template").map { Extraction($0) } ?? .path(["event_type"])
        let words = try config.words("event_types") ?? []
        let stateMapping = StateMapping(topic: topic, extraction: extraction, transformation: .eventType)
        var candidate = CapabilityCandidate.choice(
            words.map { ChoiceWord(word: $0, meaning: $0) }, of: .button, stateMapping: stateMapping)
        // An entity without a list of types can still report presses.
        if words.isEmpty { candidate = CapabilityCandidate(.button, coding: .text, stateMapping: stateMapping) }
        candidate.isLabelled = hasEntityCategory
        add(candidate)
    }

    /// Maps one trigger of an automation. Triggers on the same topic later become one button.
    mutating func mapTrigger() throws(DialectError) {
        guard let stateMapping = try stateMapping("topic", template: "value_template") else { return }
        var candidate = CapabilityCandidate(.button, coding: .text, stateMapping: stateMapping)
        // Without a payload, every message on the topic triggers.
        if let payload = try config.word("payload"), !payload.isEmpty {
            candidate.options = [payload]
            candidate.stateMapping?.transformation = .only([payload])
        }
        add(candidate)
    }
}
