import GatewayWire
import HomeModel

/// What a home consumed in some time, and what that costs.
struct EnergyUse: Hashable, Codable {
    let kilowattHours: Double
    let isEstimated: Bool
    /// One for each currency; nil while no price is known.
    let cost: [EnergyCost]?

    /// Nil if nothing was metered. With a meter at the grid it is the whole consumption of the home, else the sum of the
    /// metered devices.
    init?(of rows: [EnergyRowBody]) {
        var flows: [EnergyFlow: (kilowattHours: Double, isEstimated: Bool)] = [:]
        for amount in rows.flatMap(\.amounts) {
            let sum = flows[amount.flow] ?? (0, false)
            flows[amount.flow] = (sum.kilowattHours + amount.kilowattHours, sum.isEstimated || amount.isEstimated)
        }
        func of(_ flow: EnergyFlow) -> Double { flows[flow]?.kilowattHours ?? 0 }
        let balance = of(.production) + of(.gridImport) - of(.gridExport) + of(.discharge) - of(.charge)
        if flows[.gridImport] != nil, balance >= of(.consumption) {
            (kilowattHours, isEstimated) = (balance.asReported, flows.values.contains { $0.isEstimated })
        } else if let consumption = flows[.consumption] {
            (kilowattHours, isEstimated) = (consumption.kilowattHours.asReported, consumption.isEstimated)
        } else {
            return nil
        }
        cost = EnergyCost.sum(of: rows.compactMap(\.cost))
    }
}

extension Double {
    /// An energy in kWh at nine decimals, as the API reports it: without the rounding errors of a sum.
    var asReported: Double { (self * 1e9).rounded() / 1e9 }
}

extension EnergyCost {
    /// Adds costs exactly, separately for each currency; nil when there are none.
    static func sum(of lists: [[EnergyCost]]) -> [EnergyCost]? {
        var sums: [EnergyCost] = []
        for cost in lists.joined() {
            guard let index = sums.firstIndex(where: { $0.currency == cost.currency }) else {
                sums.append(cost)
                continue
            }
            let amount = sums[index].amount.hundredThousandths + cost.amount.hundredThousandths
            sums[index] = EnergyCost(
                currency: cost.currency, amount: MoneyAmount(hundredThousandths: amount),
                isPartial: sums[index].isPartial || cost.isPartial)
        }
        return sums.isEmpty ? nil : sums
    }
}
