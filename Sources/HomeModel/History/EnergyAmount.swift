/// An amount of energy of one flow.
package struct EnergyAmount: Hashable, Sendable, Codable {
    package let flow: EnergyFlow
    /// Negative only where a counter was corrected.
    package let kilowattHours: Double
    /// Whether a part of it is computed from power over time, because there is no counter.
    package let isEstimated: Bool

    package init(flow: EnergyFlow, kilowattHours: Double, isEstimated: Bool) {
        self.flow = flow
        self.kilowattHours = kilowattHours
        self.isEstimated = isEstimated
    }
}

/// Adds up energy, separately for each flow.
package struct EnergyTotals: Sendable {
    private var sums: [EnergyFlow: (sum: CompensatedSum, isEstimated: Bool)] = [:]

    package init() {}

    /// Adds an amount to the total of `flow`, which is estimated as soon as one of its amounts is.
    package mutating func add(_ kilowattHours: Double, flow: EnergyFlow, isEstimated: Bool) {
        sums[flow, default: (CompensatedSum(), false)].sum.add(kilowattHours)
        if isEstimated { sums[flow]?.isEstimated = true }
    }

    /// The totals of the flows that occurred, in the order of their declaration; kWh at nine decimals.
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
    /// The flow in the opposite direction, which is what a negative power means.
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
