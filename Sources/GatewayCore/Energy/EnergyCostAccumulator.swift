import HomeModel

/// Adds up the energy of one row separately for each version of the tariffs, so that each version prices its part.
struct EnergyCostAccumulator {
    /// The energy by version; nil for energy from before the first one.
    private var parts: [Int?: EnergyTotals] = [:]

    mutating func add(_ kilowattHours: Double, flow: EnergyFlow, at version: Int?) {
        guard [.consumption, .gridImport, .gridExport].contains(flow) else { return }
        parts[version, default: EnergyTotals()].add(kilowattHours, flow: flow, isEstimated: false)
    }

    /// The flow that is bought: energy from the grid if it was metered, else consumption.
    var purchasedFlow: EnergyFlow { contains(.gridImport) ? .gridImport : .consumption }

    /// The flow that a device or a room pays for: its consumption, also when it contains the meter of the whole home; its
    /// energy from the grid if it consumes nothing.
    var consumedFlow: EnergyFlow { contains(.consumption) ? .consumption : .gridImport }

    /// What the energy of `flow` costs, or else of the flow that is bought.
    func cost(in versions: [Tariff], of flow: EnergyFlow? = nil) -> [EnergyCost] {
        sums(of: flow ?? purchasedFlow) { index in
            index.map { (currency: versions[$0].currency, price: versions[$0].price) }
        }
    }

    /// What the energy to the grid earns.
    func revenue(in versions: [Tariff]) -> [EnergyCost] {
        sums(of: .gridExport) { index in
            guard let index, let feedIn = versions[index].feedIn else { return nil }
            return (currency: versions[index].currency, price: feedIn)
        }
    }

    /// One sum for each currency, in the order of their first versions. `price` returns nil for energy without a price.
    private func sums(
        of flow: EnergyFlow, price priceOf: (Int?) -> (currency: Currency, price: MoneyAmount)?
    ) -> [EnergyCost] {
        var sums: [(currency: Currency, sum: CostSum)] = []
        var isPartial = false
        for (version, totals) in parts.sorted(by: { ($0.key ?? -1) < ($1.key ?? -1) }) {
            guard let energy = totals.amounts.first(where: { $0.flow == flow })?.kilowattHours else { continue }
            guard let (currency, price) = priceOf(version) else {
                isPartial = isPartial || energy != 0
                continue
            }
            let index = sums.firstIndex { $0.currency == currency } ?? sums.endIndex
            if index == sums.endIndex { sums.append((currency, CostSum())) }
            sums[index].sum.add(energy, price: price)
        }
        return sums.map { EnergyCost(currency: $0.currency, amount: $0.sum.amount, isPartial: isPartial) }
    }

    private func contains(_ flow: EnergyFlow) -> Bool {
        parts.values.contains { totals in totals.amounts.contains { $0.flow == flow } }
    }
}
