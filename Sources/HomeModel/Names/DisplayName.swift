import Foundation

/// A name that people gave to a device, a room or a person; it is shown, never used as an id.
package struct DisplayName: Hashable, Sendable, CustomStringConvertible {
    package static let maximumCharacters = 100
    package static let maximumBytes = 255

    package let text: String

    /// Normalises the text to NFC, trims spaces, and throws when it breaks the name rule.
    package init(_ raw: String) throws(NameError) {
        // Limits the work on a very long hostile text before it is normalised.
        guard raw.utf8.count <= Self.maximumBytes * 8 else { throw .tooLong(characters: raw.count) }
        let text = raw.precomposedStringWithCanonicalMapping.trimmingCharacters(in: Self.space)
        for (index, character) in text.enumerated() {
            guard let scalar = character.unicodeScalars.first(where: { !Self.isAllowed($0) }) else { continue }
            throw .invalidCharacters(first: scalar, position: index + 1, proposal: Self.reduced(raw)?.text)
        }
        // Some letters and marks, such as the Hangul filler, show nothing.
        guard text.unicodeScalars.contains(where: { $0 != " " && !$0.properties.isDefaultIgnorableCodePoint }) else {
            throw .empty
        }
        guard text.count <= Self.maximumCharacters, text.utf8.count <= Self.maximumBytes else {
            throw .tooLong(characters: text.count)
        }
        self.text = text
    }

    /// Makes a name from a literal in the source code, without a check.
    package init(_ literal: StaticString) { text = "\(literal)" }

    /// Makes a name that follows the rule from text of the network: apostrophes and quotation marks are left out, other
    /// characters that are not allowed become a space, and a name that is too long is cut. `fallback` is used when nothing
    /// is left.
    package init(reducing raw: String, fallback: DisplayName) {
        self = Self.reduced(raw) ?? fallback
    }

    package var description: String { text }

    private static let space = CharacterSet(charactersIn: " ")
    /// Characters within a word, such as “Olga’s”, whose parts would not be words.
    private static let marksInWords: Set<Unicode.Scalar> = [
        "'", "\"", "`", "\u{B4}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{201E}", "\u{2032}",
    ]

    /// Returns nil when nothing is left.
    private static func reduced(_ raw: String) -> DisplayName? {
        let cut = String(raw.unicodeScalars.prefix(maximumBytes)).precomposedStringWithCanonicalMapping
        let words = cut.unicodeScalars.filter { !marksInWords.contains($0) }.split { !isAllowed($0) || $0 == " " }
        var text = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
        while text.count > maximumCharacters || text.utf8.count > maximumBytes { text.removeLast() }
        return try? DisplayName(text)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
            true
        default:
            " -_()".unicodeScalars.contains(scalar)
        }
    }
}

/// The reason why a text is not a valid name.
package enum NameError: Error, Equatable, CustomStringConvertible {
    case empty
    case tooLong(characters: Int)
    /// `position` counts characters as people see them, from 1, after trimming. `proposal` is a valid name that is like the
    /// text; nil when there is none.
    case invalidCharacters(first: Unicode.Scalar, position: Int, proposal: String? = nil)

    package var code: String {
        switch self {
        case .empty: "empty"
        case .tooLong: "tooLong"
        case .invalidCharacters: "invalidCharacters"
        }
    }

    package var description: String {
        switch self {
        case .empty:
            "The name is empty; give it 1 to \(DisplayName.maximumCharacters) characters."
        case .tooLong(let characters):
            "The name has \(characters) characters; at most \(DisplayName.maximumCharacters) characters "
                + "and \(DisplayName.maximumBytes) bytes fit."
        case .invalidCharacters(let first, let position, let proposal):
            "The name cannot have \(EscapedText(String(first))) (character \(position), "
                + "U+\(String(first.value, radix: 16, uppercase: true))); use letters, numbers, spaces and - _ ( ), "
                + (proposal.map { "as in “\($0)”." } ?? "and nothing else.")
        }
    }
}

extension DisplayName: Codable {
    package init(from decoder: any Decoder) throws {
        let raw = try decoder.singleValueContainer().decode(String.self)
        do {
            self = try DisplayName(raw)
        } catch {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "\(error)"))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// Untrusted text that is safe to show in a terminal, a log or a page: every invisible character is escaped.
package struct EscapedText: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Keeps at most `limit` scalars of `raw`; the cut shows as `…`.
    package init(_ raw: String, limit: Int = 256) {
        var text = ""
        for scalar in raw.unicodeScalars.prefix(limit) {
            text += Self.isVisible(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }
        if raw.unicodeScalars.count > limit { text += "…" }
        description = text
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
