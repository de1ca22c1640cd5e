import HomeModel

/// The presses of a button. They are events: the same value twice is two presses, and a value that is read means
/// nothing.
struct PressCoding: ValueCoding {
    static let words = [
        NumberedWord(0, word: "single"), NumberedWord(1, word: "double"), NumberedWord(2, word: "long"),
    ]

    let event: MappedCharacteristic

    var reported: [MappedCharacteristic] { [event] }

    /// The presses that this button knows.
    var options: [String] {
        let allowed = Self.words.filter { event.limits.contains(Double($0.number)) }
        return (allowed.isEmpty ? Self.words : allowed).map(\.word)
    }

    func value(in values: CharacteristicValues) -> CapabilityValue? {
        guard let number = values[event.iid]?.whole else { return nil }
        return Self.words.first { $0.number == number && options.contains($0.word) }.map { .text($0.word) }
    }
}
