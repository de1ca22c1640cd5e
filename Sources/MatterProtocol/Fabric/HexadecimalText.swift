/// Numbers as Matter writes them in names.
enum HexadecimalText {
    /// Sixteen upper-case digits.
    static func digits(of number: UInt64) -> String { digits(of: number, count: 16) }

    /// `count` upper-case digits, or more if the number has more.
    static func digits(of number: some BinaryInteger, count: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
