import HomeModel

/// The bounds that a device announces for a number, checked for plausibility.
///
/// A range is a mistake of the manufacturer if it is empty, has a single value or lies outside the possible values of
/// its kind; a colour temperature must lie inside them completely. Such a range would reject every value, so the usual
/// range replaces it.
struct AnnouncedRange: Hashable {
    let minimum: Double?
    let maximum: Double?

    /// `low` and `high` are in the canonical unit, and nil if the device announces no bound.
    init(_ kind: CapabilityKind, low: Double?, high: Double?) {
        guard Self.isPossible(kind, low: low, high: high) else {
            let usual = Self.usual(kind)
            (minimum, maximum) = (usual?.lowerBound, usual?.upperBound)
            return
        }
        (minimum, maximum) = (low, high)
    }

    /// The usual range of such settings in the canonical unit; nil if the range of the kind is sufficient.
    static func usual(_ kind: CapabilityKind) -> ClosedRange<Double>? {
        switch kind {
        // 500 to 153 mired. Source: Home Assistant, “MQTT light”, `max_mireds` and `min_mireds`.
        case .colorTemperature: 2000...6535
        case .targetTemperature: 5...35
        default: nil
        }
    }

    private static func isPossible(_ kind: CapabilityKind, low: Double?, high: Double?) -> Bool {
        let known = kind.facts.range
        if let low, let high, low >= high { return false }
        if let low, low >= known.upperBound { return false }
        if let high, high <= known.lowerBound { return false }
        guard kind == .colorTemperature else { return true }
        return [low, high].allSatisfy { bound in bound.map { known.contains($0) } ?? true }
    }
}
