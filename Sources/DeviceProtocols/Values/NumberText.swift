/// Numbers as text in the format of Homie. The other dialects use the same format. Source: Homie 5 §“Integer”,
/// §“Float”.
enum NumberText {
    /// More digits than any 64-bit number needs.
    private static let maximumBytes = 128

    /// Returns nil for everything except digits with an optional `-`, `.` and exponent: no `+`, spaces, `nan`, `inf` or
    /// hexadecimal.
    static func float(_ payload: some Collection<UInt8>) -> Double? {
        if let value = short(payload) { return value }
        guard payload.count <= maximumBytes, isFloat(payload) else { return nil }
        guard let value = Double(String(decoding: payload, as: UTF8.self)), value.isFinite else { return nil }
        return value == 0 ? 0 : value
    }

    /// Returns nil for everything except digits with an optional `-`, and for values outside Int64.
    static func integer(_ payload: some Collection<UInt8>) -> Int64? {
        guard payload.count <= maximumBytes else { return nil }
        let digits = payload.first == UInt8(ascii: "-") ? payload.dropFirst() : payload[...]
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        return Int64(String(decoding: payload, as: UTF8.self))
    }

    /// The shortest text that decodes to exactly `value`, without the `+` in exponents that Homie does not allow.
    static func text(_ value: Double) -> String {
        if let whole = Int64(exactly: value), abs(value) < 1e15 { return String(whole) }
        return "\(value)".replacing("e+", with: "e")
    }

    private static let powersOfTen = (0...maximumShortDigits).map { power in
        (0..<power).reduce(1.0) { ten, _ in ten * 10 }
    }
    private static let maximumShortDigits = 15

    /// Decodes digits with an optional `-` and `.`, the usual form of values; nil for longer texts and all other forms.
    /// The digits and the power of ten are exact, so their quotient is rounded once, exactly as `Double` rounds the
    /// text.
    private static func short(_ payload: some Collection<UInt8>) -> Double? {
        guard payload.count <= maximumShortDigits else { return nil }
        var whole: Int64 = 0
        var (digits, fraction, isNegative, hasPoint) = (0, 0, false, false)
        for byte in payload {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                whole = whole &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
                digits += 1
                if hasPoint { fraction += 1 }
            case UInt8(ascii: "-") where digits == 0 && !hasPoint && !isNegative: isNegative = true
            case UInt8(ascii: ".") where !hasPoint: hasPoint = true
            default: return nil
            }
        }
        guard digits > 0, whole != 0 else { return digits > 0 ? 0 : nil }
        let value = Double(whole) / powersOfTen[fraction]
        return isNegative ? -value : value
    }

    private static func isFloat(_ payload: some Collection<UInt8>) -> Bool {
        var rest = payload[...]
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let whole = rest.prefix(while: isDigit)
        rest = rest.dropFirst(whole.count)
        var fraction = rest.prefix(0)
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            fraction = rest.prefix(while: isDigit)
            rest = rest.dropFirst(fraction.count)
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return false }
        guard let mark = rest.first else { return true }
        guard mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") else { return false }
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        return !rest.isEmpty && rest.allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
