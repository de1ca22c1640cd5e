import HomeModel

extension EntityMapping {
    mutating func mapVacuum() throws(DialectError) {
        guard try config.word("schema", default: "state").lowercased() != "legacy" else {
            throw .badField("schema", expected: "state")
        }
        let features = Set(
            try config.words("supported_features") ?? ["start", "stop", "return_home", "battery", "clean_spot"])
        func payload(_ key: String, _ usual: String) throws(DialectError) -> String {
            try config.word(key, default: usual)
        }
        var payloads: [CapabilityValue: String] = [:]
        if features.contains("start") { payloads[.text("cleaning")] = try payload("payload_start", "start") }
        if features.contains("pause") { payloads[.text("paused")] = try payload("payload_pause", "pause") }
        if features.contains("stop") { payloads[.text("idle")] = try payload("payload_stop", "stop") }
        if features.contains("return_home") {
            payloads[.text("returning")] = try payload("payload_return_to_base", "return_to_base")
            payloads[.text("docked")] = payloads[.text("returning")]
        }
        let words = ["docked", "cleaning", "paused", "returning", "idle", "error"]
        func member(_ key: String) -> Source? {
            config.topic("state_topic").map { Source(topic: $0, extraction: .path([key])) }
        }
        add(
            .choice(
                words.map { ChoiceWord(word: $0, meaning: $0) }, of: .vacuum, source: member("state"),
                sink: payloads.isEmpty ? nil : try sink("command_topic", nil, .words(payloads))))
        if features.contains("battery") { add(Claim(.battery, .number(.identity), source: member("battery_level"))) }
        if features.contains("fan_speed"), let speeds = try config.words("fan_speed_list"), !speeds.isEmpty {
            let options = speeds.map { ChoiceWord(word: $0, meaning: $0) }
            let sink = try sink("set_fan_speed_topic", nil, .options(options))
            add(.choice(options, label: "fan-speed", source: member("fan_speed"), sink: sink))
        }
        for (feature, key, label) in [
            ("locate", "payload_locate", "locate"), ("clean_spot", "payload_clean_spot", "clean-spot"),
        ] where features.contains(feature) {
            let form = CommandForm.words([.text("press"): try payload(key, feature)])
            if let sink = try sink("command_topic", nil, form) { add(.press(label, sink)) }
        }
    }
}
