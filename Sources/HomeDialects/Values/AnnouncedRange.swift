import HomeModel

/// The bounds that a device announces for a number, held against what can be true.
///
/// A range that is empty, has a single value or lies (in part, for the warmth of light) outside of what the kind can
/// be is a mistake of the device's maker; taken at its word it would refuse every value. The usual range takes its place.
struct AnnouncedRange: Hashable {
    let minimum: Double?
    let maximum: Double?

    /// `low` and `high` are canonical, and nil where the device announces none.
    init(_ kind: CapabilityKind, low: Double?, high: Double?) {
        guard Self.isPossible(kind, low, high) else {
            let usual = Self.usual(kind)
            (minimum, maximum) = (usual?.lowerBound, usual?.upperBound)
            return
        }
        (minimum, maximum) = (low, high)
    }

    /// What such things mostly can be told, in the canonical unit; nil where the kind's own range says it.
    static func usual(_ kind: CapabilityKind) -> ClosedRange<Double>? {
        switch kind {
        // 500 to 153 mired. Source: Home Assistant, “MQTT light”, `max_mireds` and `min_mireds`.
        case .colorTemperature: 2000...6535
        case .targetTemperature: 5...35
        default: nil
        }
    }

    private static func isPossible(_ kind: CapabilityKind, _ low: Double?, _ high: Double?) -> Bool {
        let known = kind.facts.range
        if let low, let high, low >= high { return false }
        if let low, low >= known.upperBound { return false }
        if let high, high <= known.lowerBound { return false }
        guard kind == .colorTemperature else { return true }
        return [low, high].allSatisfy { bound in bound.map { known.contains($0) } ?? true }
    }
}
