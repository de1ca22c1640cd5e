/// A value of Matter's TLV. Integers are compared by their value, whatever number of bytes they were sent in.
package enum TLVValue: Hashable, Sendable {
    case signed(Int64)
    case unsigned(UInt64)
    case boolean(Bool)
    case float(Float)
    case double(Double)
    case text(String)
    case bytes([UInt8])
    case null
    /// Elements whose tags differ. The order has no meaning.
    case structure([TLVElement])
    /// Values without tags.
    case array([TLVValue])
    /// Elements in an order that has a meaning. Tags may repeat, or be absent.
    case list([TLVElement])

    /// The value of the first element with this context tag, if this is a structure or a list that has one.
    package subscript(context: UInt8) -> TLVValue? { elements?.first { $0.tag == .context(context) }?.value }

    /// A number that is not negative, sent as a signed or an unsigned one.
    package var unsigned: UInt64? {
        switch self {
        case .unsigned(let number): number
        case .signed(let number): UInt64(exactly: number)
        default: nil
        }
    }

    /// A number, sent as a signed or an unsigned one.
    package var signed: Int64? {
        switch self {
        case .unsigned(let number): Int64(exactly: number)
        case .signed(let number): number
        default: nil
        }
    }

    /// A number that fits into `type`, sent as a signed or an unsigned one.
    package func integer<Number: FixedWidthInteger>(as type: Number.Type) -> Number? {
        switch self {
        case .unsigned(let number): Number(exactly: number)
        case .signed(let number): Number(exactly: number)
        default: nil
        }
    }

    package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    package var text: String? { if case .text(let value) = self { value } else { nil } }
    package var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    package var isNull: Bool { self == .null }

    /// A number of any form. An integer above 2⁵³ is rounded.
    package var number: Double? {
        switch self {
        case .unsigned(let number): Double(number)
        case .signed(let number): Double(number)
        case .float(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    /// The elements of a structure or a list.
    package var elements: [TLVElement]? {
        switch self {
        case .structure(let elements), .list(let elements): elements
        default: nil
        }
    }

    /// The values of an array, or of a list, which some devices send in its place.
    package var values: [TLVValue]? {
        switch self {
        case .array(let values): values
        case .list(let elements): elements.map(\.value)
        default: nil
        }
    }
}

extension TLVValue: ExpressibleByBooleanLiteral {
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension TLVValue {
    /// A structure with context tags, without the elements that are nil.
    package static func structure(_ fields: KeyValuePairs<UInt8, TLVValue?>) -> TLVValue {
        .structure(fields.compactMap { tag, value in value.map { .context(tag, is: $0) } })
    }

    /// A list with context tags, without the elements that are nil.
    package static func list(_ fields: KeyValuePairs<UInt8, TLVValue?>) -> TLVValue {
        .list(fields.compactMap { tag, value in value.map { .context(tag, is: $0) } })
    }

    package static func number(_ value: some UnsignedInteger) -> TLVValue { .unsigned(UInt64(value)) }
}
