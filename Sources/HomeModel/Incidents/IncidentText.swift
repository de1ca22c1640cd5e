import Foundation

/// Free text that a person writes about an incident: lines of visible characters, of a bounded length.
package struct IncidentText: Hashable, Sendable, CustomStringConvertible {
    package static let maximumCharacters = 2000
    /// The limit of a title, which is one line.
    package static let maximumTitleCharacters = 120

    package let text: String

    package var description: String { text }

    /// Normalises the text to NFC and trims it. Nil when it is empty, too long, or contains a control or invisible
    /// character other than a line break.
    package init?(_ raw: String) { self.init(raw, maximumCharacters: Self.maximumCharacters, mayBreakLines: true) }

    /// The same for one line of at most `maximumTitleCharacters`.
    package init?(title raw: String) {
        self.init(raw, maximumCharacters: Self.maximumTitleCharacters, mayBreakLines: false)
    }

    private init?(_ raw: String, maximumCharacters: Int, mayBreakLines: Bool) {
        // Limits the work on a very long hostile text before it is normalised.
        guard raw.utf8.count <= maximumCharacters * 16 else { return nil }
        let text = raw.precomposedStringWithCanonicalMapping.replacing("\r\n", with: "\n")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, text.count <= maximumCharacters, text.utf8.count <= maximumCharacters * 8,
            text.unicodeScalars.allSatisfy({ Self.isAllowed($0, mayBreakLines: mayBreakLines) })
        else { return nil }
        self.text = text
    }

    private static func isAllowed(_ scalar: Unicode.Scalar, mayBreakLines: Bool) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: mayBreakLines && scalar == "\n"
        case .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

extension IncidentText: Codable {
    package init(from decoder: any Decoder) throws {
        guard let text = Self(try decoder.singleValueContainer().decode(String.self)) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a text has 1 to 2000 characters, none of them invisible"))
        }
        self = text
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
