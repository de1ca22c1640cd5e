import HomeModel

/// The conversion between a device's numbers and the canonical numbers of a capability.
enum Scale: Hashable, Sendable {
    case identity
    case unit(Unit, canonical: Unit)
    /// canonical = native × factor; the factor is not 0.
    case times(Double)
    /// The native values for 0 % and 100 %, in either order.
    case percent(zero: Double, hundred: Double)

    static func percent(of range: ClosedRange<Double>) -> Scale {
        .percent(zero: range.lowerBound, hundred: range.upperBound)
    }

    /// Converts a native number to the canonical unit; nil if the conversion is not possible.
    func canonical(_ native: Double) -> Double? {
        switch self {
        case .identity: native
        case .unit(let unit, let canonical): unit.convert(native, to: canonical).flatMap(Self.clean)
        case .times(let factor): Self.clean(native * factor)
        case .percent(let zero, let hundred): Self.clean((native - zero) / (hundred - zero) * 100)
        }
    }

    /// Converts a canonical number to the native one; nil if the conversion is not possible.
    func native(_ value: Double) -> Double? {
        switch self {
        case .identity: value
        case .unit(let unit, let canonical): canonical.convert(value, to: unit).flatMap(Self.clean)
        case .times(let factor): Self.clean(value / factor)
        case .percent(let zero, let hundred): Self.clean(zero + value / 100 * (hundred - zero))
        }
    }

    /// The step in canonical units; nil if the steps are not uniform, as between mired and kelvin.
    func canonicalStep(_ step: Double) -> Double? {
        guard step != 0 else { return nil }
        switch self {
        case .identity: return Self.clean(abs(step))
        case .unit(.mired, _): return nil
        case .unit:
            guard let origin = canonical(0), let next = canonical(step), next != origin else { return nil }
            return Self.clean(abs(next - origin))
        case .times(let factor): return Self.clean(abs(step * factor))
        case .percent(let zero, let hundred): return Self.clean(abs(step / (hundred - zero) * 100))
        }
    }

    /// Whether a larger native value means a smaller canonical value.
    var isDecreasing: Bool {
        switch self {
        case .identity: false
        case .unit(let unit, _): unit == .mired
        case .times(let factor): factor < 0
        case .percent(let zero, let hundred): hundred < zero
        }
    }

    /// Rounds numbers below one million to nine decimals. This removes the error of the conversion, so that 50 °F is
    /// exactly 10 °C and bounds keep their values. Returns nil if the number is not finite.
    static func clean(_ value: Double) -> Double? {
        guard value.isFinite else { return nil }
        return abs(value) < 1e6 ? (value * 1e9).rounded() / 1e9 : value
    }
}

/// The numbers of an entity: their scale and their steps.
struct SteppedScale: Hashable, Sendable {
    let scale: Scale
    /// The step of the numbers that the entity accepts; nil if it accepts any number.
    var step: Double?
    /// A number on which a step lies.
    var origin: Double

    init(_ scale: Scale = .identity, step: Double? = nil, origin: Double = 0) {
        (self.scale, self.step, self.origin) = (scale, step, origin)
    }

    func canonical(_ native: Double) -> Double? { scale.canonical(native) }

    /// Converts a canonical number and rounds it to a step.
    func native(_ value: Double) -> Double? {
        guard let exact = scale.native(value) else { return nil }
        guard let step, step > 0 else { return Scale.clean(exact) }
        return Scale.clean(((exact - origin) / step).rounded() * step + origin)
    }

    /// Converts a range of native numbers to canonical ones.
    func bounds(_ low: Double?, _ high: Double?) -> (minimum: Double?, maximum: Double?) {
        let ends = (low.flatMap(canonical), high.flatMap(canonical))
        if let left = ends.0, let right = ends.1 { return (min(left, right), max(left, right)) }
        return scale.isDecreasing ? (ends.1, ends.0) : ends
    }

    var canonicalStep: Double? { step.flatMap(scale.canonicalStep) }
}
