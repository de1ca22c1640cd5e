/// A value whose JSON is its text.
package protocol TextCodable: LosslessStringConvertible, Codable {
    /// What a text must be, for the message about another one.
    static var rule: String { get }
}

extension TextCodable {
    package init(from decoder: any Decoder) throws {
        guard let value = Self(try decoder.singleValueContainer().decode(String.self)) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: Self.rule))
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
