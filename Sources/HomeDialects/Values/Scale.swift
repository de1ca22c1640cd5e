import HomeModel

/// How a device's numbers relate to the capability's canonical ones.
enum Scale: Hashable, Sendable {
    case identity
    case unit(Unit, canonical: Unit)
    /// A range of the device's own, such as 0:255, that means 0–100 %.
    case percent(of: ClosedRange<Double>)

    func canonical(_ native: Double) -> Double? {
        switch self {
        case .identity: native
        case .unit(let unit, let canonical): unit.convert(native, to: canonical).flatMap(Self.clean)
        case .percent(let range):
            Self.clean((native - range.lowerBound) / (range.upperBound - range.lowerBound) * 100)
        }
    }

    func native(_ value: Double) -> Double? {
        switch self {
        case .identity: value
        case .unit(let unit, let canonical): canonical.convert(value, to: unit).flatMap(Self.clean)
        case .percent(let range):
            Self.clean(range.lowerBound + value / 100 * (range.upperBound - range.lowerBound))
        }
    }

    /// The step in canonical units; nil where steps are not even, as between mired and kelvin.
    func canonicalStep(_ step: Double) -> Double? {
        if case .unit(.mired, _) = self { return nil }
        guard let origin = canonical(0), let next = canonical(step), next != origin else { return nil }
        return Self.clean(abs(next - origin))
    }

    /// Takes the noise of the conversion away, so that 50 °F is 10 °C and a bound stays a bound.
    private static func clean(_ value: Double) -> Double? {
        guard value.isFinite else { return nil }
        return abs(value) < 1e6 ? (value * 1e9).rounded() / 1e9 : value
    }
}
