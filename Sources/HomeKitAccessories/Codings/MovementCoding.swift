import HomeModel

/// Whether a cover moves, and the command that stops it.
struct MovementCoding: ValueCoding {
    static let words = [
        NumberedWord(0, word: "closing"), NumberedWord(1, word: "opening"), NumberedWord(2, word: stopped),
    ]
    private static let stopped = "stopped"

    let state: MappedCharacteristic?
    let hold: MappedCharacteristic?

    var reported: [MappedCharacteristic] { state.map { $0.isReported ? [$0] : [] } ?? [] }
    var written: [MappedCharacteristic] { hold.map { $0.isWritable ? [$0] : [] } ?? [] }

    func value(in values: CharacteristicValues) -> CapabilityValue? {
        guard let number = state?.whole(in: values) else { return nil }
        return Self.words.first { $0.number == number }.map { .text($0.word) }
    }

    func writes(for value: CapabilityValue) -> [CharacteristicSetting]? {
        guard let hold, value == .text(Self.stopped) else { return nil }
        return [hold.write(1)]
    }
}
