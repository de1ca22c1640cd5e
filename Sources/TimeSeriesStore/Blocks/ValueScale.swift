/// The scales that convert values to integers and back.
///
/// A scale fits most values of a series, not all: the difference between a value and the value of its number is its
/// correction, counted in steps from one double to the next.
enum ValueScale: Hashable, Sendable {
    /// The double nearest to number ÷ 10ⁿ.
    case decimal(Int)
    /// The single precision float nearest to that.
    case single(Int)
    /// The bits of a value, arranged so that larger values are larger numbers.
    case bits

    static let exponents = 0...12

    /// 10ⁿ; 0 for `.bits`.
    var power: Double {
        switch self {
        case .decimal(let exponent), .single(let exponent): (0..<exponent).reduce(1.0) { power, _ in power * 10 }
        case .bits: 0
        }
    }

    var isSingle: Bool { if case .single = self { true } else { false } }
}

/// Converts values to numbers on one scale and back.
struct ValueQuantizer {
    private let power: Double
    private let isSingle: Bool

    init(_ scale: ValueScale) {
        power = scale.power
        isSingle = scale.isSingle
    }

    /// Returns the number nearest to `value`; 0 when none is near.
    @inline(__always)
    func number(_ value: Double) -> Int64 {
        guard power != 0 else { return Self.order(value) }
        let number = (value * power).rounded()
        return abs(number) < 0x1p53 ? Int64(number) : 0
    }

    @inline(__always)
    func value(_ number: Int64) -> Double {
        guard power != 0 else { return Self.value(order: number) }
        let value = Double(number) / power
        return isSingle ? Double(Float(value)) : value
    }

    @inline(__always)
    func value(_ number: Int64, correction: Int64) -> Double {
        Self.value(order: Self.order(value(number)) &+ correction)
    }

    @inline(__always)
    func correction(of value: Double, from number: Int64) -> Int64 {
        Self.order(value) &- Self.order(self.value(number))
    }

    /// Whether the number of `value` converts back to `value`, to the last bit.
    @inline(__always)
    func isExact(_ value: Double) -> Bool { self.value(number(value)).bitPattern == value.bitPattern }

    /// Numbers the doubles in their order; −0 comes before 0.
    @inline(__always)
    private static func order(_ value: Double) -> Int64 {
        let bits = Int64(bitPattern: value.bitPattern)
        return bits ^ (bits >> 63 & .max)
    }

    @inline(__always)
    private static func value(order: Int64) -> Double {
        Double(bitPattern: UInt64(bitPattern: order ^ (order >> 63 & .max)))
    }
}

extension ValueScale {
    private static let sampleSize = 256

    /// Chooses the simplest scale that is exact for all of `values`, otherwise the simplest that is nearly exact for
    /// nearly all.
    init(of values: [Double]) {
        let stride = max(values.count / Self.sampleSize, 1)
        let sample = Swift.stride(from: 0, to: values.count, by: stride).map { values[$0] }
        self = Self.exact(sample) ?? .bits
        if case .decimal(let exponent) = self {
            // A scale that fits the sample mostly fits all values; if not, one of the next exponents may.
            for exponent in exponent...Self.exponents.upperBound where Self.holds(.decimal(exponent), for: values) {
                self = .decimal(exponent)
                return
            }
        }
        self = Self.near(sample) ?? .bits
    }

    /// Chooses the simplest scale that needs no correction for `value`.
    init(exactly value: Double) { self = Self.exact([value]) ?? .bits }

    private static func exact(_ values: [Double]) -> ValueScale? {
        exponents.lazy.map(ValueScale.decimal).first { holds($0, for: values) }
    }

    private static func holds(_ scale: ValueScale, for values: [Double]) -> Bool {
        let scaled = ValueQuantizer(scale)
        return values.allSatisfy(scaled.isExact)
    }

    private static func near(_ values: [Double]) -> ValueScale? {
        for exponent in exponents {
            for scale in [decimal(exponent), .single(exponent)] {
                let scaled = ValueQuantizer(scale)
                let hits = values.count {
                    scaled.isExact($0) || scale == .decimal(exponent) && isNear($0, power: scale.power)
                }
                if hits * 10 >= values.count * 9 { return scale }
            }
        }
        return nil
    }

    /// Whether the value is a decimal except for an error of arithmetic; an error of single precision is larger than
    /// that.
    private static func isNear(_ value: Double, power: Double) -> Bool {
        let scaled = value * power
        return abs(scaled) < 0x1p32 && abs(scaled - scaled.rounded()) <= abs(scaled) * 0x1p-40
    }
}

extension ValueScale: RawRepresentable {
    init?(rawValue: UInt64) {
        switch rawValue {
        case 0: self = .bits
        case 1...13: self = .decimal(Int(rawValue) - 1)
        case 17...29: self = .single(Int(rawValue) - 17)
        default: return nil
        }
    }

    var rawValue: UInt64 {
        switch self {
        case .bits: 0
        case .decimal(let exponent): UInt64(exponent + 1)
        case .single(let exponent): UInt64(exponent + 17)
        }
    }
}
