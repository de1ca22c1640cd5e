import HomeModel

extension EntityMapping {
    mutating func mapVacuum() throws(DialectError) {
        guard try config.word("schema", default: "state").lowercased() != "legacy" else {
            throw .badField("schema", expected: "state")
        }
        let features = Set(
            try config.words("supported_features") ?? ["start", "stop", "return_home", "battery", "clean_spot"])
        func payload(_ key: String, usual: String) throws(DialectError) -> String {
            try config.word(key, default: usual)
        }
        var payloads: [CapabilityValue: String] = [:]
        if features.contains("start") { payloads[.text("cleaning")] = try payload("payload_start", usual: "start") }
        if features.contains("pause") { payloads[.text("paused")] = try payload("payload_pause", usual: "pause") }
        if features.contains("stop") { payloads[.text("idle")] = try payload("payload_stop", usual: "stop") }
        if features.contains("return_home") {
            payloads[.text("returning")] = try payload("payload_return_to_base", usual: "return_to_base")
            payloads[.text("docked")] = payloads[.text("returning")]
        }
        let words = ["docked", "cleaning", "paused", "returning", "idle", "error"]
        func member(_ key: String) -> StateMapping? {
            config.topic("state_topic").map { StateMapping(topic: $0, extraction: .path([key])) }
        }
        add(
            .choice(
                words.map { ChoiceWord(word: $0, meaning: $0) }, of: .vacuum, stateMapping: member("state"),
                commandMapping: payloads.isEmpty
                    ? nil : try commandMapping("command_topic", template: nil, form: .words(payloads))))
        if features.contains("battery") {
            add(CapabilityCandidate(.battery, coding: .number(.identity), stateMapping: member("battery_level")))
        }
        if features.contains("fan_speed"), let speeds = try config.words("fan_speed_list"), !speeds.isEmpty {
            let options = speeds.map { ChoiceWord(word: $0, meaning: $0) }
            let commandMapping = try commandMapping("set_fan_speed_topic", template: nil, form: .options(options))
            add(.choice(options, label: "fan-speed", stateMapping: member("fan_speed"), commandMapping: commandMapping))
        }
        for (feature, key, label) in [
            ("locate", "payload_locate", "locate"), ("clean_spot", "payload_clean_spot", "clean-spot"),
        ] where features.contains(feature) {
            let form = CommandEncoding.words([.text("press"): try payload(key, usual: feature)])
            if let commandMapping = try commandMapping("command_topic", template: nil, form: form) {
                add(.harmlessButton(label, commandMapping: commandMapping))
            }
        }
    }
}
