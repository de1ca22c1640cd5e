/// An amount of money, or a price, as a whole number of 1/100 000 of the unit of its currency. It is never a floating
/// point number, and its text and JSON are a decimal such as `1.85`.
package struct MoneyAmount: Hashable, Sendable {
    package static let decimals = 5
    /// Prices have at most this many digits before the point, which is enough for every currency.
    package static let maximumWholeDigits = 7
    package static let pattern = "^-?[0-9]{1,7}(\\.[0-9]{1,5})?$"
    static let perUnit: Int128 = 100_000

    package let hundredThousandths: Int128

    package init(hundredThousandths: Int128) { self.hundredThousandths = hundredThousandths }
}

extension MoneyAmount {
    /// The amount at fewer decimals, rounded half to even.
    package func rounded(toDecimals count: Int) -> MoneyAmount {
        let step = (count..<Self.decimals).reduce(Int128(1)) { step, _ in step * 10 }
        return MoneyAmount(hundredThousandths: Self.halfEven(hundredThousandths, by: step) * step)
    }

    /// The quotient, rounded half to even. `divisor` is positive.
    static func halfEven(_ dividend: Int128, by divisor: Int128) -> Int128 {
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        let (twice, whole) = (remainder.magnitude * 2, divisor.magnitude)
        let isAway = twice > whole || (twice == whole && quotient % 2 != 0)
        return isAway ? quotient + (dividend < 0 ? -1 : 1) : quotient
    }
}

extension MoneyAmount: LosslessStringConvertible {
    /// Nil unless the text is a decimal of at most `maximumWholeDigits` and `decimals` digits, with a point between them.
    package init?(_ text: String) { self.init(text, maximumWholeDigits: Self.maximumWholeDigits) }

    /// The same with another number of digits before the point, at most 13.
    package init?(_ text: String, maximumWholeDigits: Int) {
        guard text.utf8.count <= maximumWholeDigits + Self.decimals + 2 else { return nil }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let halves = text.utf8.dropFirst(isNegative ? 1 : 0).split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard halves.count <= 2, let whole = halves.first.flatMap({ Self.number($0, atMost: maximumWholeDigits) })
        else { return nil }
        var fraction: Int128 = 0
        if halves.count == 2 {
            guard let digits = Self.number(halves[1], atMost: Self.decimals) else { return nil }
            fraction = (halves[1].count..<Self.decimals).reduce(digits) { number, _ in number * 10 }
        }
        let amount = whole * Self.perUnit + fraction
        self.init(hundredThousandths: isNegative ? -amount : amount)
    }

    private static func number(_ digits: Substring.UTF8View, atMost most: Int) -> Int128? {
        guard (1...most).contains(digits.count) else { return nil }
        var number: Int128 = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int128(byte - UInt8(ascii: "0"))
        }
        return number
    }

    /// The decimal without zeros at its end, but with at least two decimals: `0.60`, `12.34567`.
    package var description: String {
        let (whole, fraction) = hundredThousandths.magnitude.quotientAndRemainder(dividingBy: UInt128(Self.perUnit))
        let digits = String(fraction)
        var decimals = String(repeating: "0", count: Self.decimals - digits.count) + digits
        while decimals.count > 2, decimals.last == "0" { decimals.removeLast() }
        return "\(hundredThousandths < 0 ? "-" : "")\(whole).\(decimals)"
    }
}

extension MoneyAmount: TextCodable {
    package static var rule: String { "an amount is a text such as \"1.85\", with at most five decimals" }
}

extension MoneyAmount: Comparable {
    package static func < (left: MoneyAmount, right: MoneyAmount) -> Bool {
        left.hundredThousandths < right.hundredThousandths
    }
}
