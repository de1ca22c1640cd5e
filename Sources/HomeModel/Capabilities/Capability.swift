/// The role of a power or energy in the energy balance of the home.
package enum EnergyFlow: String, Sendable, Codable, CaseIterable {
    case consumption, production, gridImport, gridExport, charge, discharge
}

/// One value that a part reports or accepts in commands, as its device describes it.
package struct Capability: Hashable, Sendable, Codable {
    package let name: CapabilityName
    /// Narrows the physical range, in the canonical unit.
    package let minimum: Double?
    package let maximum: Double?
    package let step: Double?
    /// Whether a value between two steps is rounded (the dialect's convention) or refused.
    package let roundsToStep: Bool
    package let options: [String]
    package let isReported: Bool
    package let isCommanded: Bool
    package let flow: EnergyFlow?
    /// The value at which a counter overflows and continues from 0.
    package let rollover: Double?
    /// The unit in which the device announces a generic `number`: escaped text of limited length that is shown and
    /// never used for computation. Nil for every other kind, which has a canonical unit.
    package let announcedUnit: String?

    package static let maximumUnitScalars = 32

    package init(
        _ name: CapabilityName, minimum: Double? = nil, maximum: Double? = nil, step: Double? = nil,
        roundsToStep: Bool = false, options: [String]? = nil, isReported: Bool = true, isCommanded: Bool = false,
        flow: EnergyFlow? = nil, rollover: Double? = nil, announcedUnit: String? = nil
    ) {
        self.name = name
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.roundsToStep = roundsToStep
        self.options = options ?? name.kind.facts.options
        self.isReported = isReported
        self.isCommanded = isCommanded
        self.flow = flow
        self.rollover = rollover
        self.announcedUnit = name.kind == .number ? announcedUnit.flatMap(Self.shown) : nil
    }

    private static func shown(_ unit: String) -> String? {
        let text = unit.split(separator: " ").joined(separator: " ")
        return text.isEmpty ? nil : EscapedText(text, limit: maximumUnitScalars).description
    }

    /// The options that a command may name. Of a movement, only `stopped` can be commanded; the others only report it.
    package var commandedOptions: [String] { kind == .movement ? options.filter { $0 == "stopped" } : options }

    package var kind: CapabilityKind { name.kind }
    package var unit: Unit? { kind.facts.unit }
    /// The unit that is shown: the canonical one of its kind, else the one that the device announces.
    package var unitText: String? { unit?.rawValue ?? announcedUnit }
    package var valueType: ValueType { kind.facts.valueType }

    /// The physical range, narrowed by the device's own. A power starts at 0 unless the device announces a lower
    /// minimum.
    package var range: ClosedRange<Double> {
        let facts = kind.facts.range
        let floor = kind == .power ? 0 : facts.lowerBound
        let lower = min(max(facts.lowerBound, minimum ?? floor), facts.upperBound)
        return lower...max(lower, min(facts.upperBound, maximum ?? facts.upperBound))
    }
}
