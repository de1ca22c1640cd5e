/// The format of a characteristic's values.
package enum ValueFormat: String, Sendable, CaseIterable {
    case bool, uint8, uint16, uint32, uint64, int, float, string, tlv8, data

    /// Parses a format, also in the spellings of some libraries; nil for an unknown one.
    init?(word: String) {
        let word = word.lowercased()
        guard let format = ValueFormat(rawValue: word) ?? Self.synonyms[word] else { return nil }
        self = format
    }

    private static let synonyms: [String: ValueFormat] = [
        "boolean": .bool, "int8": .int, "int16": .int, "int32": .int, "int64": .int, "integer": .int, "double": .float,
        "tlv": .tlv8,
    ]

    /// The values that an integer of this format can have; nil for a format that is no integer.
    package var integers: ClosedRange<Double>? {
        switch self {
        case .uint8: 0...255
        case .uint16: 0...65_535
        case .uint32: 0...4_294_967_295
        case .uint64: 0...0x1p64
        case .int: -2_147_483_648...2_147_483_647
        case .bool, .float, .string, .tlv8, .data: nil
        }
    }

    /// Whether the values are bytes that only a protocol understands.
    var isOpaque: Bool { self == .tlv8 || self == .data }
}
