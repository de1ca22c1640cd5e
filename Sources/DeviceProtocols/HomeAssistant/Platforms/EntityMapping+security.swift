import HomeModel

extension EntityMapping {
    mutating func mapAlarm() throws(DialectError) {
        // Source: Home Assistant, “MQTT alarm control panel”.
        let states = [
            ("disarmed", "disarmed"), ("armed_home", "armedHome"), ("armed_away", "armedAway"),
            ("triggered", "triggered"), ("armed_night", "armedNight"), ("armed_vacation", "armed_vacation"),
            ("armed_custom_bypass", "armed_custom_bypass"), ("pending", "pending"), ("arming", "arming"),
            ("disarming", "disarming"),
        ]
        let commands = [
            ("disarm", "payload_disarm", "DISARM", "disarmed"),
            ("arm_home", "payload_arm_home", "ARM_HOME", "armedHome"),
            ("arm_away", "payload_arm_away", "ARM_AWAY", "armedAway"),
            ("arm_night", "payload_arm_night", "ARM_NIGHT", "armedNight"),
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

extension EntityMapping {
    mutating func mapLock() throws(DialectError) {
        let states = [
            ("state_locked", "LOCKED", "locked"), ("state_unlocked", "UNLOCKED", "unlocked"),
            ("state_jammed", "JAMMED", "jammed"),
        ]
        var words: [ChoiceWord] = []
        for (key, usual, meaning) in states {
            words.append(ChoiceWord(word: try config.word(key, default: usual), meaning: meaning))
        }
        // A lock that moves is neither locked nor unlocked.
        let silent: Set<String> = [
            try config.word("state_locking", default: "LOCKING"),
            try config.word("state_unlocking", default: "UNLOCKING"),
        ]
        let payloads: [CapabilityValue: String] = [
            .text("locked"): try config.word("payload_lock", default: "LOCK"),
            .text("unlocked"): try config.word("payload_unlock", default: "UNLOCK"),
        ]
        let needsCode = config.fields["code_format"] != nil
        add(
            .choice(
                words, of: .lock,
                stateMapping: try stateMapping(
                    "state_topic", template: "value_template", transformation: .words([:], silent: silent)),
                commandMapping: needsCode
                    ? nil : try commandMapping("command_topic", template: "command_template", form: .words(payloads))))
        if needsCode { leaveOut("it requires a code that only a person knows", of: "commands") }
        if try config.word("payload_open") != nil { leaveOut("opening the latch is not supported", of: "payload_open") }
    }
}
