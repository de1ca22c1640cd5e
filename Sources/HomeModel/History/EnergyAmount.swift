/// So much energy of one flow.
package struct EnergyAmount: Hashable, Sendable, Codable {
    package let flow: EnergyFlow
    /// Negative only where a counter was corrected.
    package let kilowattHours: Double
    /// Whether a part of it comes from power over time, where no counter counts.
    package let isEstimated: Bool

    package init(flow: EnergyFlow, kilowattHours: Double, isEstimated: Bool) {
        self.flow = flow
        self.kilowattHours = kilowattHours
        self.isEstimated = isEstimated
    }
}

/// Energy being added up, each flow for itself.
package struct EnergyTally: Sendable {
    private var sums: [EnergyFlow: (sum: CompensatedSum, isEstimated: Bool)] = [:]

    package init() {}

    package mutating func add(_ kilowattHours: Double, _ flow: EnergyFlow, isEstimated: Bool) {
        sums[flow, default: (CompensatedSum(), false)].sum.add(kilowattHours)
        if isEstimated { sums[flow]?.isEstimated = true }
    }

    /// The flows that occurred, in the order of their declaration; kWh at nine decimals.
    package var amounts: [EnergyAmount] {
        EnergyFlow.allCases.compactMap { flow in
            sums[flow].map {
                EnergyAmount(
                    flow: flow, kilowattHours: DecimalRounding.total($0.sum.value), isEstimated: $0.isEstimated)
            }
        }
    }
}

extension EnergyFlow {
    /// What flows back, and what a power means that is negative.
    package var reversed: EnergyFlow {
        switch self {
        case .consumption: .production
        case .production: .consumption
        case .gridImport: .gridExport
        case .gridExport: .gridImport
        case .charge: .discharge
        case .discharge: .charge
        }
    }
}
