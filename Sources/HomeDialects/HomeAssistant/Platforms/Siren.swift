import HomeModel

extension EntityMapping {
    mutating func mapSiren() throws(DialectError) {
        let on = try config.word("payload_on", default: "ON")
        let off = try config.word("payload_off", default: "OFF")
        var source = try source("state_topic", "state_value_template")
        if let plain = source, case .plain = plain.extraction {
            source = Source(topic: plain.topic, extraction: .memberOrPlain("state"))
        }
        var sink = try sink("command_topic", "command_template", .words([.boolean(true): on, .boolean(false): off]))
        if sink?.template == nil {
            // Without a template it is told in an object.
            sink = try self.sink(
                "command_topic", nil,
                .words([
                    .boolean(true): JSONValue.object(["state": .text(on)]).description,
                    .boolean(false): JSONValue.object(["state": .text(off)]).description,
                ]))
        }
        add(
            .boolean(
                .siren, off: try config.word("state_off") ?? off, on: try config.word("state_on") ?? on, source: source,
                sink: sink))
        if config.fields["command_off_template"] != nil { leaveOut("a template of its own for off is not read") }
    }
}
