/// A state of Home Assistant, parsed from its text.
package enum HomeAssistantState: Hashable, Sendable {
    case number(Double)
    /// The entity had no value: the text is empty, `unavailable`, `unknown` or `none`.
    case absent
    case text

    private static let absences: Set<String> = ["unavailable", "unknown", "none", ""]

    /// Accepts a number in decimal digits, as Home Assistant writes it; `nan`, `0x1p4` and `1_000` are text.
    package init(_ text: String) {
        guard let first = text.utf8.first, Self.beginsNumber(first) else {
            self = Self.absences.contains(text.lowercased()) ? .absent : .text
            return
        }
        guard text.utf8.allSatisfy(Self.isOfNumber), let number = Double(text), number.isFinite else {
            self = .text
            return
        }
        self = .number(number)
    }

    private static func beginsNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
        default: false
        }
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        beginsNumber(byte) || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
    }
}
