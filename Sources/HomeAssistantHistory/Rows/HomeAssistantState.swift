package import HomeModel

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

/// Parses the times of a recorder.
package enum RecorderTime {
    /// The accepted range: a recorder stores no time before 1970, and the year 9999 ends at the upper bound.
    private static let seconds = 1.0..<253_402_300_800

    /// Converts seconds since 1970 with a fraction, rounded to milliseconds. Nil outside the accepted range.
    package static func timestamp(seconds: Double) -> Timestamp? {
        guard self.seconds.contains(seconds) else { return nil }
        return Timestamp(milliseconds: Int64((seconds * 1000).rounded()))
    }

    /// Parses text such as `2021-10-05 12:34:56.789012`; it is in UTC unless it has an offset. Nil for other text.
    package static func timestamp(text: String) -> Timestamp? {
        var bytes = Array(text.utf8.prefix(41))
        guard bytes.count > 10, bytes.count <= 40 else { return nil }
        if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
        let hasOffset = bytes[11...].contains { "Zz+-".utf8.contains($0) }
        return Timestamp(rfc3339: String(decoding: bytes, as: UTF8.self) + (hasOffset ? "" : "Z"))
    }
}
