import HomeModel

/// A text that is only shown.
struct TextCoding: ValueCoding {
    private static let maximumScalars = 256

    let characteristic: MappedCharacteristic

    var reported: [MappedCharacteristic] { characteristic.isReported ? [characteristic] : [] }

    func value(in values: CharacteristicValues) -> CapabilityValue? {
        switch values[characteristic.iid] {
        case .text(let text)?: .text(EscapedText(text, limit: Self.maximumScalars).description)
        case .boolean(let value)?: .text(value ? "true" : "false")
        case .integer(let value)?: .text(String(value))
        case .unsigned(let value)?: .text(String(value))
        case .number(let value)?: value.isFinite ? .text(String(value)) : nil
        case nil: nil
        }
    }
}
