/// The RFC 7638 thumbprint of a client's public key: SHA-256, base64url, without padding.
package struct KeyThumbprint: Hashable, Sendable, LosslessStringConvertible {
    package let description: String

    /// Nil unless the text has 43 base64url characters.
    package init?(_ text: String) {
        guard text.utf8.count == 43, text.utf8.allSatisfy(Self.isBase64URL) else { return nil }
        description = text
    }

    /// Makes a thumbprint from a literal in the source code, without a check.
    package init(_ literal: StaticString) { description = "\(literal)" }

    /// The beginning, short enough for two people to compare: 96 bits in groups of four characters.
    package var short: String {
        let characters = Array(description.prefix(16))
        return stride(from: 0, to: 16, by: 4).map { String(characters[$0..<$0 + 4]) }.joined(separator: " ")
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension KeyThumbprint: Codable {
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let thumbprint = KeyThumbprint(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "a key thumbprint has 43 base64url characters"))
        }
        self = thumbprint
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
