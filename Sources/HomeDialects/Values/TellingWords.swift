import HomeModel

/// Words that give away what something does, whatever it is called and whatever its device says that it is: safety
/// hangs on them.
enum TellingWords {
    /// What a list of options locks, opens or arms. One telling option is enough, whatever stands beside it.
    static func kind(of options: [String]) -> CapabilityKind? {
        let words = options.map { Set(Self.words(of: $0) + [Vocabulary.plain($0)]) }
        if let kind = telling.first(where: { kind in words.contains { !kind.value.isDisjoint(with: $0) } })?.key {
            return kind
        }
        // `up` may be anything, but not beside `down` and `stop` alone.
        let movements = options.compactMap { Vocabulary.meaning(of: $0, in: .garageDoor) }
        let isDoor = movements.contains("open") || movements.contains("closed")
        return isDoor && movements.count == options.count ? .garageDoor : nil
    }

    /// What a choice of these options does that is called `name`; nil where its name or category says that it only sets
    /// how its device behaves. What may move something stays guarded, whatever its category.
    static func kind(of options: [String], named name: [String], isSetting: Bool) -> CapabilityKind? {
        guard let kind = kind(of: options) else { return nil }
        if kind == .lock, isKeyLock(name) { return nil }
        // An alarm's mode is what arms it.
        return speaksAgainst(name, isSetting: isSetting && kind != .alarm, words: kind == .alarm ? surelySetting : nil)
            ? nil : kind
    }

    /// Whether a name or category says that something moves nothing, whatever the words of its values.
    static func speaksAgainst(_ name: [String], isSetting: Bool, words: Set<String>? = nil) -> Bool {
        if mayMove(name) { return false }
        return isSetting || !(words ?? setting.union(surelySetting)).isDisjoint(with: name) || isKeyLock(name)
    }

    static func isSurelySetting(_ name: [String]) -> Bool { !surelySetting.isDisjoint(with: name) }

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

    /// Whether something called so may move, open or feed something. In doubt it may: then a person is asked.
    static func mayMove(_ name: [String]) -> Bool {
        !moving.isDisjoint(with: name) && surelySetting.isDisjoint(with: name) && !isKeyLock(name)
    }

    /// Whether something called so only sets how its device behaves.
    static func isSetting(_ name: [String]) -> Bool {
        !mayMove(name) && (!setting.union(surelySetting).isDisjoint(with: name) || isKeyLock(name))
    }

    /// A lock of the device's own keys, or a setting of when it locks, not a lock of a door.
    static func isKeyLock(_ name: [String]) -> Bool {
        zip(name, name.dropFirst()).contains { keys.contains($0) && locking.contains($1) }
    }

    /// `door2Lock-3` is `door` and `lock`.
    static func words(of name: String) -> [String] {
        var spaced = ""
        var last: Character = " "
        for character in name {
            if !last.isCapital, character.isCapital { spaced.append(" ") }
            spaced.append(character)
            last = character
        }
        return spaced.lowercased().split { !$0.isOfWord }.compactMap { word in
            word.lastIndex { !$0.isDigit }.map { String(word[...$0]) }
        }
    }

    private static let telling: KeyValuePairs<CapabilityKind, Set<String>> = [
        .lock: ["lock", "locked", "unlock", "unlocked", "latch", "unlatch", "unlatched"],
        .garageDoor: ["open", "opened", "close", "closed"],
        .alarm: [
            "arm", "armed", "disarm", "disarmed", "armedhome", "armedaway", "armednight", "armhome", "armaway",
            "armnight",
        ],
    ]

    private static let moving: Set<String> = [
        "trigger", "unlock", "unlatch", "open", "opener", "valve", "garage", "gate", "door", "pump", "relay", "heater",
        "motor", "lock", "latch",
    ]

    /// Settings where nothing is named that moves.
    private static let setting: Set<String> = ["alarm", "enable", "enabled", "mode", "window"]

    /// Settings even of what moves.
    private static let surelySetting: Set<String> = [
        "detection", "memory", "calibration", "indicator", "led", "sensitivity", "reversal", "inverted", "schedule",
        "feature", "orientation", "limit", "limits", "border", "direction", "setting", "settings", "situation",
        "threshold", "type", "behavior", "behaviour",
    ]

    private static let keys: Set<String> = [
        "child", "children", "keypad", "key", "keys", "button", "buttons", "auto", "display", "screen",
    ]
    private static let locking: Set<String> = ["lock", "relock", "locking", "lockout"]
}

/// ASCII characters need no lookup in the tables of Unicode. Each start splits the names of all devices.
extension Character {
    fileprivate var isCapital: Bool { asciiValue.map { (0x41...0x5A).contains($0) } ?? isUppercase }
    fileprivate var isDigit: Bool { asciiValue.map { (0x30...0x39).contains($0) } ?? isNumber }
    fileprivate var isOfWord: Bool {
        asciiValue.map { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) } ?? (isLetter || isNumber)
    }
}
