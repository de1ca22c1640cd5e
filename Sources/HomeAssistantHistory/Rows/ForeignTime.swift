package import HomeModel

/// Moments as a recorder writes them.
package enum ForeignTime {
    /// The year 9999 ends here; a recorder knows no time before 1970.
    private static let seconds = 1.0..<253_402_300_800

    /// Seconds since 1970 with a fraction, rounded to milliseconds; nil for what is no moment.
    package static func moment(seconds: Double) -> Timestamp? {
        guard self.seconds.contains(seconds) else { return nil }
        return Timestamp(milliseconds: Int64((seconds * 1000).rounded()))
    }

    /// `2021-10-05 12:34:56.789012`, in UTC unless an offset says otherwise; nil for anything else.
    package static func moment(text: String) -> Timestamp? {
        var bytes = Array(text.utf8.prefix(41))
        guard bytes.count > 10, bytes.count <= 40 else { return nil }
        if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
        let hasOffset = bytes[11...].contains { "Zz+-".utf8.contains($0) }
        return Timestamp(rfc3339: String(decoding: bytes, as: UTF8.self) + (hasOffset ? "" : "Z"))
    }
}
