/// Rounding that leaves the double nearest to a decimal, so that the result prints (and compresses) as that decimal.
enum DecimalRounding {
    /// `value` rounded to nine decimals. Rounds to fewer where a double as large as `operand`, from which `value` was
    /// computed, cannot represent that many.
    static func total(_ value: Double, of operand: Double = 0) -> Double {
        let size = max(abs(value), abs(operand))
        guard size < 1e15 else { return value }
        var decimals = 9
        while decimals > 0, size * powers[decimals] >= 1e15 { decimals -= 1 }
        return plain((value * powers[decimals]).rounded() / powers[decimals])
    }

    /// `value` rounded to seven significant digits; magnitudes below 10⁻¹⁵ become 0.
    static func mean(_ value: Double) -> Double {
        guard value.isFinite else { return value }
        guard abs(value) >= 1e-15 else { return 0 }
        guard abs(value) < 1e7 else { return wholeDigits(value) }
        var decimals = 0
        while decimals < 22, abs(value) * powers[decimals] < 999_999.5 { decimals += 1 }
        return plain((value * powers[decimals]).rounded() / powers[decimals])
    }

    private static func wholeDigits(_ value: Double) -> Double {
        guard let scale = powers.first(where: { abs(value) / $0 < 9_999_999.5 }) else { return value }
        return (value / scale).rounded() * scale
    }

    /// `value`, with a negative zero replaced by 0.
    private static func plain(_ value: Double) -> Double { value == 0 ? 0 : value }

    /// The powers of ten that a double represents exactly.
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}

/// A sum whose error does not grow with the number of its terms. Source: A. Neumaier, ZAMM 54 (1974).
struct CompensatedSum {
    private var sum = 0.0
    private var compensation = 0.0

    mutating func add(_ term: Double) {
        let next = sum + term
        compensation += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
        sum = next
    }

    var value: Double { sum + compensation }
}
