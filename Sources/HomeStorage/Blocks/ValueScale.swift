import Foundation

/// How values become whole numbers and back, bit for bit.
enum ValueScale: Hashable, Sendable {
    /// Each value is the double nearest to number ÷ 10ⁿ, with n in `exponents`.
    case decimal(Int)
    /// Each value's bits, so arranged that larger values are larger numbers.
    case bits

    static let exponents = 0...12
    private static let largestNumber = 9_007_199_254_740_992.0

    /// The simplest that holds for all of `values`.
    init(of values: some Sequence<Double>) {
        var exponent = 0
        var power = 1.0
        var largest = 0.0
        for value in values {
            largest = max(largest, abs(value))
            while !Self.isExact(value, power) {
                exponent += 1
                power *= 10
                guard exponent <= Self.exponents.upperBound else {
                    self = .bits
                    return
                }
            }
        }
        self = largest * power < Self.largestNumber ? .decimal(exponent) : .bits
    }

    private static func isExact(_ value: Double, _ power: Double) -> Bool {
        // + 0 takes the sign from a negative zero, which no whole number has.
        let number = (value * power).rounded() + 0
        return abs(number) < largestNumber && (number / power).bitPattern == value.bitPattern
    }

    /// 10ⁿ; 0 stands for bits.
    var power: Double {
        switch self {
        case .decimal(let exponent): (0..<exponent).reduce(1.0) { power, _ in power * 10 }
        case .bits: 0
        }
    }

    @inline(__always)
    static func number(_ value: Double, _ power: Double) -> Int64 {
        power == 0 ? ordered(value.bitPattern) : Int64((value * power).rounded())
    }

    @inline(__always)
    static func value(_ number: Int64, _ power: Double) -> Double {
        power == 0 ? Double(bitPattern: bits(ordered: number)) : Double(number) / power
    }

    @inline(__always)
    private static func ordered(_ bits: UInt64) -> Int64 {
        let bits = Int64(bitPattern: bits)
        return bits ^ (bits >> 63 & .max)
    }

    @inline(__always)
    private static func bits(ordered number: Int64) -> UInt64 {
        UInt64(bitPattern: number ^ (number >> 63 & .max))
    }
}

extension ValueScale: RawRepresentable {
    init?(rawValue: UInt64) {
        switch rawValue {
        case 0: self = .bits
        case 1...UInt64(Self.exponents.upperBound + 1): self = .decimal(Int(rawValue) - 1)
        default: return nil
        }
    }

    var rawValue: UInt64 {
        switch self {
        case .bits: 0
        case .decimal(let exponent): UInt64(exponent + 1)
        }
    }
}
