/// A text as one cell of comma-separated values (RFC 4180), which no spreadsheet takes for a formula.
///
/// A spreadsheet computes a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return, and a name may begin
/// with one: such a text gets an apostrophe. A decimal number is no formula. Where the semicolon separates cells, as in
/// Sweden, a spreadsheet also divides our cells at it, so the same holds after each semicolon.
package struct CSVCell: Hashable, Sendable, CustomStringConvertible {
    /// The last four are the full-width forms, which spreadsheets of East Asian languages read like the others.
    private static let formulaStarts: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
    private static let separators: Set<Unicode.Scalar> = [",", ";", "\""]

    /// The cell with its quotes, where it needs them.
    package let description: String

    /// Every invisible character is escaped, which neutralises tabs and line breaks, and at most `limit` scalars are
    /// kept.
    package init(_ raw: String, limit: Int = .max) {
        let visible = EscapedText(raw, limit: limit).description
        let isNumber = Self.isDecimal(visible)
        var cell = String.UnicodeScalarView()
        var (isAtStart, needsQuotes) = (true, false)
        // Scalars and not characters, because a combining mark would hide the character before it.
        for scalar in visible.unicodeScalars {
            if isAtStart, !isNumber, Self.formulaStarts.contains(scalar) { cell.append("'") }
            if scalar == "\"" { cell.append(scalar) }
            cell.append(scalar)
            isAtStart = scalar == ";" || isAtStart && scalar == " "
            needsQuotes = needsQuotes || Self.separators.contains(scalar)
        }
        description = needsQuotes ? "\"\(String(cell))\"" : String(cell)
    }

    /// Whether the text is a number as this program writes it.
    private static func isDecimal(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let halves = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (1...2).contains(halves.count)
            && halves.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
    }
}
