import HomeModel

/// The numbers of an entity: a scale and its steps.
struct NativeNumbers: Hashable, Sendable {
    let scale: Scale
    /// What the entity takes, in its own numbers; nil for any value.
    var step: Double?
    /// Where the steps begin.
    var origin: Double

    init(_ scale: Scale = .identity, step: Double? = nil, origin: Double = 0) {
        (self.scale, self.step, self.origin) = (scale, step, origin)
    }

    func canonical(_ native: Double) -> Double? { scale.canonical(native) }

    /// On a step.
    func native(_ value: Double) -> Double? {
        guard let exact = scale.native(value) else { return nil }
        guard let step, step > 0 else { return Scale.clean(exact) }
        return Scale.clean(((exact - origin) / step).rounded() * step + origin)
    }

    /// A range of native numbers, in canonical ones.
    func bounds(_ low: Double?, _ high: Double?) -> (minimum: Double?, maximum: Double?) {
        let ends = (low.flatMap(canonical), high.flatMap(canonical))
        if let left = ends.0, let right = ends.1 { return (min(left, right), max(left, right)) }
        return scale.isFalling ? (ends.1, ends.0) : ends
    }

    var canonicalStep: Double? { step.flatMap(scale.canonicalStep) }
}
