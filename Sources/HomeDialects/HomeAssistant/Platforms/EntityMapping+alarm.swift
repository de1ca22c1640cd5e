import HomeModel

extension EntityMapping {
    mutating func mapAlarm() throws(DialectError) {
        // Source: Home Assistant, “MQTT alarm control panel”.
        let states = [
            ("disarmed", "disarmed"), ("armed_home", "armedHome"), ("armed_away", "armedAway"),
            ("triggered", "triggered"), ("armed_night", "armed_night"), ("armed_vacation", "armed_vacation"),
            ("armed_custom_bypass", "armed_custom_bypass"), ("pending", "pending"), ("arming", "arming"),
            ("disarming", "disarming"),
        ]
        let commands = [
            ("disarm", "payload_disarm", "DISARM", "disarmed"),
            ("arm_home", "payload_arm_home", "ARM_HOME", "armedHome"),
            ("arm_away", "payload_arm_away", "ARM_AWAY", "armedAway"),
            ("arm_night", "payload_arm_night", "ARM_NIGHT", "armed_night"),
            ("arm_vacation", "payload_arm_vacation", "ARM_VACATION", "armed_vacation"),
            (
                "arm_custom_bypass", "payload_arm_custom_bypass", "ARM_CUSTOM_BYPASS", "armed_custom_bypass"
            ),
        ]
        let features = try config.words("supported_features").map(Set.init)
        var payloads: [CapabilityValue: String] = [:]
        for (feature, key, usual, meaning) in commands where feature == "disarm" || features?.contains(feature) ?? true
        {
            payloads[.text(meaning)] = try config.word(key, default: usual)
        }
        // Only a person knows the code of such a panel.
        let needsCode = try config.word("code")?.hasPrefix("REMOTE_CODE") ?? false
        let commandMapping = try commandMapping(
            "command_topic", template: "command_template", form: .named("action", .words(payloads)))
        add(
            .choice(
                states.map { ChoiceWord(word: $0, meaning: $1) }, of: .alarm,
                stateMapping: try stateMapping("state_topic", template: "value_template"),
                commandMapping: needsCode ? nil : commandMapping))
        if needsCode { leaveOut("it requires a code that only a person knows", of: "commands") }
    }
}
