import HomeModel

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
