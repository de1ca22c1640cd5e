/// The decimal check digit of J. Verhoeff (1969), which detects each wrong digit and each swap of two neighbours.
///
/// The digits are multiplied in the dihedral group of the pentagon: 0 to 4 are rotations, 5 to 9 reflections.
enum VerhoeffChecksum {
    /// The check digit of `digits`, which are from 0 to 9.
    static func checkDigit(of digits: [UInt8]) -> UInt8 {
        let total = product(of: digits, firstPosition: 1)
        // A reflection is its own inverse.
        return total < 5 ? (5 - total) % 5 : total
    }

    /// Whether the last digit is the check digit of the ones before it.
    static func isValid(_ digits: [UInt8]) -> Bool { product(of: digits, firstPosition: 0) == 0 }

    private static func product(of digits: [UInt8], firstPosition: Int) -> UInt8 {
        digits.reversed().enumerated().reduce(0) { total, digit in
            multiply(total, by: permute(digit.element, times: (firstPosition + digit.offset) % 8))
        }
    }

    private static func multiply(_ left: UInt8, by right: UInt8) -> UInt8 {
        switch (left < 5, right < 5) {
        case (true, true): (left + right) % 5
        case (true, false): (left + right - 5) % 5 + 5
        case (false, true): (left - 5 + 5 - right) % 5 + 5
        case (false, false): (left - 5 + 5 - (right - 5)) % 5
        }
    }

    private static func permute(_ digit: UInt8, times: Int) -> UInt8 {
        (0..<times).reduce(digit) { result, _ in permutation[Int(result)] }
    }

    private static let permutation: [UInt8] = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]
}
