extension [UInt8] {
    /// Reads hexadecimal digits; white space is ignored. Other characters give no bytes, so that a test fails.
    init(hex text: String) {
        let digits = text.filter { !$0.isWhitespace }.compactMap { $0.hexDigitValue }
        self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
