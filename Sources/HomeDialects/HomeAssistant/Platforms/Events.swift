import HomeModel

extension EntityMapping {
    mutating func mapEvent() throws(DialectError) {
        guard let topic = config.topic("state_topic") else { return }
        let extraction = try config.template("value_template").map { Extraction($0) } ?? .path(["event_type"])
        let words = try config.words("event_types") ?? []
        guard !words.isEmpty else { throw .badField("event_types", expected: "a list of texts") }
        var claim = Claim.choice(
            words.map { ChoiceWord(word: $0, meaning: $0) }, of: .button,
            source: Source(topic: topic, extraction: extraction, reshaping: .eventType))
        claim.isLabelled = isAside
        add(claim)
    }

    /// One trigger of an automation; those that listen alike become one button when the device is put together.
    mutating func mapTrigger() throws(DialectError) {
        guard let source = try source("topic", "value_template") else { return }
        let type = try config.word("type", default: "")
        let subtype = try config.word("subtype", default: "")
        guard let payload = try config.word("payload"), !payload.isEmpty else {
            leaveOut("it names no payload", of: "\(InertText(type, limit: 32)) \(InertText(subtype, limit: 32))")
            return
        }
        var claim = Claim(.button, .text, source: source)
        claim.options = [payload]
        claim.source?.reshaping = .only([payload])
        add(claim)
    }
}
