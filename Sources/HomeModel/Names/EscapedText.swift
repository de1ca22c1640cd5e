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
