/// Conversions for values of accessories that use another JSON type than the metadata says: 0 and 1 for booleans,
/// booleans for numbers, and numbers in text.
extension HomeKitJSON {
    package var looseBoolean: Bool? {
        switch self {
        case .boolean(let value): value
        case .text("true"), .text("True"), .text("TRUE"): true
        case .text("false"), .text("False"), .text("FALSE"): false
        default:
            switch looseNumber {
            case 0: false
            case 1: true
            default: nil
            }
        }
    }

    /// The number; nil for a number that is not finite.
    package var looseNumber: Double? {
        switch self {
        case .boolean(let value): value ? 1 : 0
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .number(let value): value.isFinite ? value : nil
        case .text(let text): Self.number(in: text)?.looseNumber
        case .null, .list, .object: nil
        }
    }

    /// The integer; nil for a number with a fraction, or one beyond 64 bits.
    package var looseInteger: Int64? {
        switch self {
        case .boolean(let value): value ? 1 : 0
        case .integer(let value): value
        case .unsigned: nil
        case .number(let value): Int64(exactly: value)
        case .text(let text): Self.number(in: text)?.looseInteger
        case .null, .list, .object: nil
        }
    }

    /// The number of an accessory or a characteristic.
    package var looseID: UInt64? {
        if case .unsigned(let value) = self { return value }
        if case .text(let text) = self { return UInt64(text) }
        guard case .boolean = self else { return looseInteger.flatMap { UInt64(exactly: $0) } }
        return nil
    }

    private static func number(in text: String) -> HomeKitJSON? {
        guard text.utf8.count <= 32 else { return nil }
        if let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { return nil }
        return .number(number)
    }
}
