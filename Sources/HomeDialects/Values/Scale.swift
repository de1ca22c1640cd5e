import HomeModel

/// How a device's numbers relate to the capability's canonical ones.
enum Scale: Hashable, Sendable {
    case identity
    case unit(Unit, canonical: Unit)
    /// canonical = native × factor; the factor is not 0.
    case times(Double)
    /// What of the device's own range stands for 0 and 100 %, in either order.
    case percent(zero: Double, hundred: Double)

    static func percent(of range: ClosedRange<Double>) -> Scale {
        .percent(zero: range.lowerBound, hundred: range.upperBound)
    }

    func canonical(_ native: Double) -> Double? {
        switch self {
        case .identity: native
        case .unit(let unit, let canonical): unit.convert(native, to: canonical).flatMap(Self.clean)
        case .times(let factor): Self.clean(native * factor)
        case .percent(let zero, let hundred): Self.clean((native - zero) / (hundred - zero) * 100)
        }
    }

    func native(_ value: Double) -> Double? {
        switch self {
        case .identity: value
        case .unit(let unit, let canonical): canonical.convert(value, to: unit).flatMap(Self.clean)
        case .times(let factor): Self.clean(value / factor)
        case .percent(let zero, let hundred): Self.clean(zero + value / 100 * (hundred - zero))
        }
    }

    /// The step in canonical units; nil where steps are not even, as between mired and kelvin.
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

    /// Whether more here is less there.
    var isFalling: Bool {
        switch self {
        case .identity: false
        case .unit(let unit, _): unit == .mired
        case .times(let factor): factor < 0
        case .percent(let zero, let hundred): hundred < zero
        }
    }

    /// Takes the noise of the conversion away, so that 50 °F is 10 °C and a bound stays a bound.
    static func clean(_ value: Double) -> Double? {
        guard value.isFinite else { return nil }
        return abs(value) < 1e6 ? (value * 1e9).rounded() / 1e9 : value
    }
}
