import HomeModel

/// How an entity's numbers relate to a capability's.
struct NativeNumbers: Hashable, Sendable {
    enum Shape: Hashable, Sendable {
        case scaled(Scale)
        /// What stands for 0 and 100 %, in either order.
        case percent(zero: Double, hundred: Double)
    }

    let shape: Shape
    /// What the entity takes, in its own numbers; nil for any value.
    var step: Double?
    /// Where the steps begin.
    var origin = 0.0

    static let plain = NativeNumbers(shape: .scaled(.identity))

    func canonical(_ native: Double) -> Double? {
        switch shape {
        case .scaled(let scale): scale.canonical(native)
        case .percent(let zero, let hundred):
            zero == hundred ? nil : Self.clean((native - zero) / (hundred - zero) * 100)
        }
    }

    /// On a step.
    func native(_ value: Double) -> Double? {
        let exact: Double? =
            switch shape {
            case .scaled(let scale): scale.native(value)
            case .percent(let zero, let hundred): zero + value / 100 * (hundred - zero)
            }
        guard let exact, exact.isFinite else { return nil }
        guard let step, step > 0 else { return Self.clean(exact) }
        return Self.clean(((exact - origin) / step).rounded() * step + origin)
    }

    /// A range of native numbers, in canonical ones.
    func bounds(_ low: Double?, _ high: Double?) -> (minimum: Double?, maximum: Double?) {
        let ends = (low.flatMap(canonical), high.flatMap(canonical))
        if let left = ends.0, let right = ends.1 { return (min(left, right), max(left, right)) }
        return isFalling ? (ends.1, ends.0) : ends
    }

    var canonicalStep: Double? {
        guard let step else { return nil }
        switch shape {
        case .scaled(let scale): return scale.canonicalStep(step)
        case .percent(let zero, let hundred):
            return zero == hundred ? nil : Self.clean(abs(step / (hundred - zero) * 100))
        }
    }

    private var isFalling: Bool {
        switch shape {
        case .scaled(.unit(.mired, _)): true
        case .scaled: false
        case .percent(let zero, let hundred): hundred < zero
        }
    }

    /// Without the noise of the conversion.
    private static func clean(_ value: Double) -> Double? {
        guard value.isFinite else { return nil }
        return abs(value) < 1e6 ? (value * 1e9).rounded() / 1e9 : value
    }
}
