import HomeModel

extension EntityMapping {
    mutating func mapEvent() throws(DialectError) {
        guard let topic = config.topic("state_topic") else { return }
        let extraction = try config.template("value_template").map { Extraction($0) } ?? .path(["event_type"])
        let words = try config.words("event_types") ?? []
        let source = Source(topic: topic, extraction: extraction, reshaping: .eventType)
        var claim = Claim.choice(words.map { ChoiceWord(word: $0, meaning: $0) }, of: .button, source: source)
        // An entity that lists no types reports presses all the same.
        if words.isEmpty { claim = Claim(.button, .text, source: source) }
        claim.isLabelled = isAside
        add(claim)
    }

    /// One trigger of an automation; those that listen alike become one button when the device is put together.
    mutating func mapTrigger() throws(DialectError) {
        guard let source = try source("topic", "value_template") else { return }
        var claim = Claim(.button, .text, source: source)
        // Without a payload, every message on the topic triggers.
        if let payload = try config.word("payload"), !payload.isEmpty {
            claim.options = [payload]
            claim.source?.reshaping = .only([payload])
        }
        add(claim)
    }
}
