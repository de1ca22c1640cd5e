/// A JSON value as an accessory sent it. Integers keep all of their 64 bits.
enum JSONNode: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// An integer above `Int64.max`.
    case unsigned(UInt64)
    case number(Double)
    case text(String)
    case array([JSONNode])
    case object([String: JSONNode])
}

extension JSONNode {
    subscript(_ key: String) -> JSONNode? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The elements of an array; nil for another value.
    var list: [JSONNode]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The value of a characteristic; nil for null, an array or an object.
    var value: HAPValue? {
        switch self {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .unsigned(let value): .unsigned(value)
        case .number(let value): .number(value)
        case .text(let value): .text(value)
        case .null, .array, .object: nil
        }
    }

    /// The finite number, also of a text such as `"21.5"`.
    var double: Double? { value?.number }

    /// An id of 64 bits, also of a text such as `"12"`.
    var identifier: UInt64? {
        switch self {
        case .integer(let value): UInt64(exactly: value)
        case .unsigned(let value): value
        case .number(let value): UInt64(exactly: value)
        case .text(let text): UInt64(text)
        case .null, .boolean, .array, .object: nil
        }
    }

    /// A flag, also of a number or a text such as `"true"`.
    var flag: Bool? { value?.truth }
}
