import HomeKitAccessories
import HomeKitProtocol

extension Characteristic {
    /// The longest text without another limit, according to the specification.
    private static let usualTextLength = 64

    /// Whether the value is a press of a button, which every event reports by itself and which cannot be read.
    var isPress: Bool { kind == .programmableSwitchEvent || kind == .buttonEvent }

    /// The value in the JSON type of the format; nil for a value that the characteristic cannot have. 0 and 1 are
    /// booleans too, because iOS sends them; a number in a text is not accepted.
    func accepted(_ value: HomeKitJSON) -> HomeKitJSON? {
        switch format {
        case .bool?: return value.text == nil ? value.looseBoolean.map { .boolean($0) } : nil
        case .float?:
            guard value.text == nil, let number = value.looseNumber, isAllowed(number) else { return nil }
            return .number(number)
        case .string?, .tlv8?, .data?:
            guard let text = value.text, text.utf8.count <= maximumLength ?? limit else { return nil }
            return value
        case .uint64?:
            guard value.text == nil, let number = value.looseID, isAllowed(Double(number)) else { return nil }
            return .id(number)
        case .uint8?, .uint16?, .uint32?, .int?:
            guard value.text == nil, let integer = value.looseInteger, isAllowed(Double(integer)) else { return nil }
            return .integer(integer)
        case nil: return value
        }
    }

    private var limit: Int { format == .string ? Self.usualTextLength : 4096 }

    /// Whether the limits, the list of values and the format allow the number.
    private func isAllowed(_ number: Double) -> Bool {
        if let integers = format?.integers, !integers.contains(number) { return false }
        if let minimum, number < minimum { return false }
        if let maximum, number > maximum { return false }
        if !validValues.isEmpty || !validRanges.isEmpty {
            return validValues.contains(number) || validRanges.contains { $0.contains(number) }
        }
        return true
    }
}
