import HomeModel

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
