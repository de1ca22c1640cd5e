import Foundation

/// The rule for a text that people write, such as a title or a note: how long it may be, and whether it may have several
/// lines. It has no control characters, and none that change the direction of the text around them.
package struct FreeTextRule: Hashable, Sendable {
    /// The length is counted in Unicode scalars, as JSON Schema counts it.
    package let maximumLength: Int
    package let allowsLines: Bool

    package static func line(_ maximumLength: Int) -> FreeTextRule {
        FreeTextRule(maximumLength: maximumLength, allowsLines: false)
    }

    package static func lines(_ maximumLength: Int) -> FreeTextRule {
        FreeTextRule(maximumLength: maximumLength, allowsLines: true)
    }

    /// Returns the text in NFC, without white space at its ends, with `\n` as line break; nil for a blank text.
    package func checked(_ raw: String) throws(FreeTextError) -> String? {
        // Limits the work on a very long hostile text before it is normalised.
        guard raw.utf8.count <= maximumLength * 4, raw.unicodeScalars.count <= maximumLength else {
            throw .tooLong(maximum: maximumLength)
        }
        let text = Self.withPlainLineBreaks(raw).precomposedStringWithCanonicalMapping
            .trimmingCharacters(in: .whitespacesAndNewlines)
        for (index, scalar) in text.unicodeScalars.enumerated() where !isAllowed(scalar) {
            if scalar == "\n" { throw .severalLines }
            throw .invalidCharacters(first: scalar, position: index + 1)
        }
        guard text.unicodeScalars.contains(where: { !$0.properties.isDefaultIgnorableCodePoint && $0 != " " }) else {
            return nil
        }
        guard text.unicodeScalars.count <= maximumLength else { throw .tooLong(maximum: maximumLength) }
        return text
    }

    private func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: allowsLines && scalar == "\n"
        // Emoji and several scripts join letters with these two.
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        case .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    private static func withPlainLineBreaks(_ raw: String) -> String {
        var text = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in raw.unicodeScalars {
            switch scalar {
            case "\r": text.append("\n")
            case "\n" where previous == "\r": break
            // A tab of a pasted text is white space.
            case "\t": text.append(" ")
            default: text.append(scalar)
            }
            previous = scalar
        }
        return String(text)
    }
}

/// The reason why a text breaks its rule.
package enum FreeTextError: Error, Equatable, CustomStringConvertible {
    case tooLong(maximum: Int)
    case severalLines
    /// `position` counts Unicode scalars, from 1, after trimming.
    case invalidCharacters(first: Unicode.Scalar, position: Int)

    package var code: String {
        switch self {
        case .tooLong: "tooLong"
        case .severalLines: "severalLines"
        case .invalidCharacters: "invalidCharacters"
        }
    }

    package var description: String {
        switch self {
        case .tooLong(let maximum): "The text is too long; at most \(maximum) characters fit."
        case .severalLines: "The text has several lines; write it in one."
        case .invalidCharacters(let first, let position):
            "Character \(position) of the text (U+\(String(first.value, radix: 16, uppercase: true))) is not allowed; "
                + "write letters, numbers, punctuation and symbols."
        }
    }
}
