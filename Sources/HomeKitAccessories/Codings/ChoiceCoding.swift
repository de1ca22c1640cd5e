import HomeModel

/// A choice that the device reports and receives as numbers, often by two characteristics: the state that it has, and
/// the target that a controller sets.
struct ChoiceCoding: ValueCoding {
    let current: MappedCharacteristic?
    let target: MappedCharacteristic?
    /// The words that the device can report.
    let words: [NumberedWord]
    /// The words to which the device can be set.
    let commands: [NumberedWord]

    /// The words whose numbers the metadata excludes are left out, unless that would leave none.
    init(
        current: MappedCharacteristic?, target: MappedCharacteristic?, words: [NumberedWord], commands: [NumberedWord]
    ) {
        self.current = current
        self.target = target
        self.words = Self.allowed(words, by: current)
        self.commands = Self.allowed(commands, by: target)
    }

    private static func allowed(_ words: [NumberedWord], by characteristic: MappedCharacteristic?) -> [NumberedWord] {
        guard let characteristic else { return [] }
        let allowed = words.filter { characteristic.limits.contains(Double($0.number)) }
        return allowed.isEmpty ? words : allowed
    }

    var reported: [MappedCharacteristic] { current.map { $0.isReported ? [$0] : [] } ?? [] }
    var written: [MappedCharacteristic] { target.map { $0.isWritable ? [$0] : [] } ?? [] }

    func value(in values: CharacteristicValues) -> CapabilityValue? {
        guard let number = current.flatMap({ values[$0.iid]?.whole }) else { return nil }
        return words.first { $0.number == number }.map { .text($0.word) }
    }

    func writes(for value: CapabilityValue) -> [CharacteristicSetting]? {
        guard let target, case .text(let word) = value,
            let number = commands.first(where: { $0.word == word })?.number
        else { return nil }
        return [target.write(Double(number))]
    }
}
