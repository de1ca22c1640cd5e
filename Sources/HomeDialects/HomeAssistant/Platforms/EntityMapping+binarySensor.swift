import HomeModel

extension EntityMapping {
    mutating func mapBinarySensor() throws(DialectError) {
        guard let stateMapping = try stateMapping("state_topic", template: "value_template") else { return }
        let on = try config.word("payload_on", default: "ON")
        let off = try config.word("payload_off", default: "OFF")
        let deviceClass = try config.word("device_class")
        if let kind = deviceClass.flatMap({ Self.kinds[$0] }), !isConfiguration {
            // A contact is true when it is closed, but these device classes are on when open.
            let isOpen = kind == .contact
            add(.boolean(kind, off: isOpen ? on : off, on: isOpen ? off : on, stateMapping: stateMapping))
        } else if deviceClass == "lock", !hasEntityCategory {
            let words = [ChoiceWord(word: off, meaning: "locked"), ChoiceWord(word: on, meaning: "unlocked")]
            add(.choice(words, of: .lock, stateMapping: stateMapping))
        } else {
            let words = [ChoiceWord(word: off, meaning: "off"), ChoiceWord(word: on, meaning: "on")]
            add(.choice(words, stateMapping: stateMapping))
        }
        if let delay = try config.number("off_delay"), delay > 0 {
            leaveOut("the device does not report its end (after \(NumberText.text(delay)) s)", of: "off_delay")
        }
    }

    /// Source: Home Assistant, “Binary sensor: device class”.
    private static let kinds: [String: CapabilityKind] = [
        "door": .contact, "window": .contact, "opening": .contact, "garage_door": .contact, "motion": .motion,
        "moving": .motion, "occupancy": .occupancy, "presence": .occupancy, "moisture": .leak, "smoke": .smoke,
        "carbon_monoxide": .carbonMonoxide, "tamper": .tamper,
    ]
}
