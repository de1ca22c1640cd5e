/// Numbers as Homie writes them. Source: Homie 5 §“Integer”, §“Float”.
enum HomieNumber {
    /// More digits than any 64-bit number needs.
    private static let maximumBytes = 128

    /// Nil for everything but digits with an optional `-`, `.` and exponent: no `+`, spaces, `nan`, `inf` or hex.
    static func float(_ payload: some Collection<UInt8>) -> Double? {
        guard payload.count <= maximumBytes, isFloat(payload) else { return nil }
        guard let value = Double(String(decoding: payload, as: UTF8.self)), value.isFinite else { return nil }
        return value == 0 ? 0 : value
    }

    /// Nil for everything but digits with an optional `-`, and outside Int64.
    static func integer(_ payload: some Collection<UInt8>) -> Int64? {
        guard payload.count <= maximumBytes else { return nil }
        let digits = payload.first == UInt8(ascii: "-") ? payload.dropFirst() : payload[...]
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        return Int64(String(decoding: payload, as: UTF8.self))
    }

    /// The shortest text that reads back as `value`, without the `+` that Homie does not allow.
    static func text(_ value: Double) -> String {
        if let whole = Int64(exactly: value), abs(value) < 1e15 { return String(whole) }
        return "\(value)".replacing("e+", with: "e")
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
