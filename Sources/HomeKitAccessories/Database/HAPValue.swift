package import HomeKitProtocol

/// The value of a characteristic. Null is no value.
package enum HAPValue: Hashable, Sendable {
    case boolean(Bool)
    case integer(Int64)
    /// An integer above `Int64.max`.
    case unsigned(UInt64)
    case number(Double)
    case text(String)
}

extension HAPValue {
    /// The finite number that the value is or denotes: many devices send `1` for `true`, and some send numbers as texts.
    package var number: Double? {
        switch self {
        case .boolean(let value): return value ? 1 : 0
        case .integer(let value): return Double(value)
        case .unsigned(let value): return Double(value)
        case .number(let value): return value.isFinite ? value : nil
        case .text(let text):
            guard text.utf8.count <= 40 else { return nil }
            let word = text.split(separator: " ").joined(separator: " ").lowercased()
            if let truth = Self.words[word] { return truth ? 1 : 0 }
            guard word.utf8.first.map(Self.startsNumber) ?? false, let value = Double(word), value.isFinite else {
                return nil
            }
            return value
        }
    }

    /// The boolean that the value is or denotes; nil for a text that is neither.
    package var truth: Bool? { number.map { $0 != 0 } }

    /// The whole number that the value is or denotes; nil for another number.
    package var whole: Int? {
        switch self {
        case .integer(let value): Int(exactly: value)
        case .unsigned: nil
        default: number.flatMap { Int(exactly: $0) }
        }
    }

    private static let words: [String: Bool] = [
        "true": true, "false": false, "yes": true, "no": false, "on": true, "off": false,
    ]

    /// `Double` also parses `nan`, `inf` and hexadecimal numbers, which are no values here.
    private static func startsNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
        default: false
        }
    }
}

extension HAPValue: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        }
    }
}

extension HomeKitJSON {
    /// The value of a characteristic; nil for null, a list or an object.
    package var characteristicValue: HAPValue? {
        switch self {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .unsigned(let value): .unsigned(value)
        case .number(let value): .number(value)
        case .text(let value): .text(value)
        case .null, .list, .object: nil
        }
    }
}
