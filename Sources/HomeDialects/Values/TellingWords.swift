import HomeModel

/// Words that give away what something does, whatever it is called and whatever its device says that it is: safety
/// hangs on them.
enum TellingWords {
    /// What a list of options locks, opens or arms. One telling option is enough, whatever stands beside it.
    static func kind(of options: [String]) -> CapabilityKind? {
        let words = options.map(words)
        if let kind = telling.first(where: { kind in words.contains { !kind.value.isDisjoint(with: $0) } })?.key {
            return kind
        }
        // `up` may be anything, but not beside `down` and `stop` alone.
        let movements = options.compactMap { Vocabulary.meaning(of: $0, in: .garageDoor) }
        let isDoor = movements.contains("open") || movements.contains("closed")
        return isDoor && movements.count == options.count ? .garageDoor : nil
    }

    /// Each option with our word for it where there is one; no meaning twice, and all others stay the device's own.
    static func meanings(of options: [String], in kind: CapabilityKind) -> [ChoiceWord] {
        // An option that is our word already comes before what only means it.
        var taken = Set(options).intersection(kind.facts.options)
        return options.map { option in
            guard let meaning = Vocabulary.meaning(of: option, in: kind), meaning != option,
                taken.insert(meaning).inserted
            else { return ChoiceWord(word: option, meaning: option) }
            return ChoiceWord(word: option, meaning: meaning)
        }
    }

    /// Whether something called so may move, open or feed something, so that it is more than a setting of its device.
    static func mayMove(_ name: Set<String>) -> Bool { !name.isDisjoint(with: moving) && !isSetting(name) }

    /// Whether something called so only sets how its device behaves, even where it names what moves.
    static func isSetting(_ name: Set<String>) -> Bool { !name.isDisjoint(with: setting) }

    private static func words(_ option: String) -> Set<String> {
        let words = option.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return Set(words + [Vocabulary.plain(option)])
    }

    private static let telling: KeyValuePairs<CapabilityKind, Set<String>> = [
        .lock: ["lock", "locked", "unlock", "unlocked", "latch", "unlatch", "unlatched"],
        .garageDoor: ["open", "opened", "close", "closed"],
        .alarm: ["arm", "armed", "armedhome", "armedaway", "armednight", "disarm", "disarmed"],
    ]

    private static let moving: Set<String> = [
        "trigger", "unlock", "unlatch", "open", "opener", "valve", "garage", "gate", "door", "pump", "relay", "heater",
        "motor",
    ]

    private static let setting: Set<String> = [
        "lock", "detection", "alarm", "enable", "enabled", "mode", "memory", "calibration", "indicator", "led",
        "window", "sensitivity", "reversal", "inverted", "schedule",
    ]
}
