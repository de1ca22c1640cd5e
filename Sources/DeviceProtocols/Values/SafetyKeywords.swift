import HomeModel

/// Keywords that show what a control does, independent of its name and declared type. The safety rules of the gateway
/// depend on them.
enum SafetyKeywords {
    /// Returns the kind (lock, garage door or alarm) that a list of options implies. One matching option is enough,
    /// whatever the other options are.
    static func kind(of options: [String]) -> CapabilityKind? {
        let words = options.map { Set(Self.words(of: $0) + [Vocabulary.normalized($0)]) }
        if let kind = keywordsByKind.first(where: { kind in words.contains { !kind.value.isDisjoint(with: $0) } })?.key
        {
            return kind
        }
        // `up` alone can mean anything. It means a door only if all options are movements and one of them opens or
        // closes.
        let movements = options.compactMap { Vocabulary.meaning(of: $0, in: .garageDoor) }
        let isDoor = movements.contains("open") || movements.contains("closed")
        return isDoor && movements.count == options.count ? .garageDoor : nil
    }

    /// Returns the kind of a choice with these options and this name; nil if its name or category marks it as a setting
    /// of the device. A choice whose name suggests movement keeps its safety-relevant kind in every category.
    static func kind(of options: [String], named name: [String], isSetting: Bool) -> CapabilityKind? {
        guard let kind = kind(of: options) else { return nil }
        if kind == .lock, isKeyLock(name) { return nil }
        // The mode of an alarm arms it, so its category does not make it a setting.
        return excludesMovement(
            name, isSetting: isSetting && kind != .alarm, words: kind == .alarm ? definiteSettings : nil)
            ? nil : kind
    }

    /// Returns whether a name or category shows that a control moves nothing, independent of the words of its values.
    static func excludesMovement(_ name: [String], isSetting: Bool, words: Set<String>? = nil) -> Bool {
        if mayMove(name) { return false }
        return isSetting || !(words ?? setting.union(definiteSettings)).isDisjoint(with: name) || isKeyLock(name)
    }

    static func isDefinitelySetting(_ name: [String]) -> Bool { !definiteSettings.isDisjoint(with: name) }

    /// Returns each option with the gateway's word for it. No meaning occurs twice; options without a meaning keep the
    /// device's word.
    static func meanings(of options: [String], in kind: CapabilityKind) -> [ChoiceWord] {
        // An option that already equals one of the gateway's words takes precedence over its synonyms.
        var taken = Set(options).intersection(kind.facts.options)
        return options.map { option in
            guard let meaning = Vocabulary.meaning(of: option, in: kind), meaning != option,
                taken.insert(meaning).inserted
            else { return ChoiceWord(word: option, meaning: option) }
            return ChoiceWord(word: option, meaning: meaning)
        }
    }

    /// Returns whether a control with this name may move, open or feed something. In doubt it returns true, and a
    /// person is asked.
    static func mayMove(_ name: [String]) -> Bool {
        !movementWords.isDisjoint(with: name) && definiteSettings.isDisjoint(with: name) && !isKeyLock(name)
    }

    /// Returns whether a control with this name only sets how its device behaves.
    static func isSetting(_ name: [String]) -> Bool {
        !mayMove(name) && (!setting.union(definiteSettings).isDisjoint(with: name) || isKeyLock(name))
    }

    /// Returns whether the name means a lock of the device's own keys, or a setting of when it locks, and not a door
    /// lock.
    static func isKeyLock(_ name: [String]) -> Bool {
        zip(name, name.dropFirst()).contains { keys.contains($0) && locking.contains($1) }
    }

    /// Splits a name into lower-case words without trailing digits: `door2Lock-3` becomes `door` and `lock`.
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

    private static let keywordsByKind: KeyValuePairs<CapabilityKind, Set<String>> = [
        .lock: ["lock", "locked", "unlock", "unlocked", "latch", "unlatch", "unlatched"],
        .garageDoor: ["open", "opened", "close", "closed"],
        .alarm: [
            "arm", "armed", "disarm", "disarmed", "armedhome", "armedaway", "armednight", "armhome", "armaway",
            "armnight",
        ],
    ]

    private static let movementWords: Set<String> = [
        "trigger", "unlock", "unlatch", "open", "opener", "valve", "garage", "gate", "door", "pump", "relay", "heater",
        "motor", "lock", "latch",
    ]

    /// Words of settings. A word of movement in the same name outweighs them.
    private static let setting: Set<String> = ["alarm", "enable", "enabled", "mode", "window"]

    /// Words of settings that outweigh words of movement.
    private static let definiteSettings: Set<String> = [
        "detection", "memory", "calibration", "indicator", "led", "sensitivity", "reversal", "inverted", "schedule",
        "feature", "orientation", "limit", "limits", "border", "direction", "setting", "settings", "situation",
        "threshold", "type", "behavior", "behaviour",
    ]

    private static let keys: Set<String> = [
        "child", "children", "keypad", "key", "keys", "button", "buttons", "auto", "display", "screen",
    ]
    private static let locking: Set<String> = ["lock", "relock", "locking", "lockout"]
}

/// Classifies ASCII characters without the Unicode tables, because every start of the program splits the names of all
/// devices.
extension Character {
    fileprivate var isCapital: Bool { asciiValue.map { (0x41...0x5A).contains($0) } ?? isUppercase }
    fileprivate var isDigit: Bool { asciiValue.map { (0x30...0x39).contains($0) } ?? isNumber }
    fileprivate var isOfWord: Bool {
        asciiValue.map { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) } ?? (isLetter || isNumber)
    }
}
