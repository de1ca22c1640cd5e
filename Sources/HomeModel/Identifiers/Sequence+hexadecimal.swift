extension FixedWidthInteger where Self: UnsignedInteger {
    /// All its hexadecimal digits, leading zeros included, in lower case.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }
}

extension Sequence<UInt8> {
    /// Two hexadecimal digits for each byte, in lower case.
    package var hexadecimal: String { reduce(into: "") { $0 += $1.hexadecimal } }
}
