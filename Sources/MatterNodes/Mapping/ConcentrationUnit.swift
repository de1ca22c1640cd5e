import HomeModel

/// The unit of a concentration, by its number in the specification.
enum ConcentrationUnit: Hashable, Sendable {
    case partsPerMillion, partsPerBillion, partsPerTrillion
    case milligrams, micrograms, nanograms
    case particles
    case becquerels
    /// A unit that the node does not announce, or announces wrongly.
    case unknown

    init(_ number: Int64?) {
        let all: [ConcentrationUnit] = [
            .partsPerMillion, .partsPerBillion, .partsPerTrillion, .milligrams, .micrograms, .nanograms, .particles,
            .becquerels,
        ]
        self = number.flatMap { all.indices.contains(Int(clamping: $0)) ? all[Int(clamping: $0)] : nil } ?? .unknown
    }

    /// As people write it; nil for an unknown one.
    var symbol: String? {
        switch self {
        case .partsPerMillion: "ppm"
        case .partsPerBillion: "ppb"
        case .partsPerTrillion: "ppt"
        case .milligrams: "mg/m³"
        case .micrograms: "µg/m³"
        case .nanograms: "ng/m³"
        case .particles: "1/m³"
        case .becquerels: "Bq/m³"
        case .unknown: nil
        }
    }

    /// The litres that one mole of a gas takes at 25 °C and 1013 hPa.
    private static let molarVolume = 24.45

    /// Returns the factor from this unit to `unit`, which is ppm or µg/m³. Nil when it would need the molar mass of
    /// something that has none. An unknown unit is taken for that of the gateway.
    func factor(to unit: Unit, molarMass: Double?) -> Double? {
        let parts: Double?
        let mass: Double?
        switch self {
        case .partsPerMillion: (parts, mass) = (1, nil)
        case .partsPerBillion: (parts, mass) = (1e-3, nil)
        case .partsPerTrillion: (parts, mass) = (1e-6, nil)
        case .milligrams: (parts, mass) = (nil, 1e3)
        case .micrograms: (parts, mass) = (nil, 1)
        case .nanograms: (parts, mass) = (nil, 1e-3)
        case .particles, .becquerels: return nil
        case .unknown: return 1
        }
        // One ppm of a gas, in µg/m³.
        let massOfPart = molarMass.map { $0 / Self.molarVolume * 1e3 }
        switch unit {
        case .partsPerMillion: return parts ?? massOfPart.flatMap { one in mass.map { $0 / one } }
        case .microgramsPerCubicMetre: return mass ?? massOfPart.flatMap { one in parts.map { $0 * one } }
        default: return nil
        }
    }
}
