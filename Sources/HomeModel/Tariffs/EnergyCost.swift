/// What energy costs, or what it earns, in one currency.
package struct EnergyCost: Hashable, Sendable, Codable {
    package let currency: Currency
    package let amount: MoneyAmount
    /// Whether a part of the energy is not included, because its price is not known.
    package let isPartial: Bool

    package init(currency: Currency, amount: MoneyAmount, isPartial: Bool) {
        self.currency = currency
        self.amount = amount
        self.isPartial = isPartial
    }
}

/// Adds up prices × energy without rounding: in units of 10⁻¹⁴, the product of 1/100 000 of a currency's unit and
/// 10⁻⁹ kWh.
package struct CostSum: Hashable, Sendable {
    /// Energy beyond this counts as this much, so that no sum overflows: the production of the world in a year.
    static let maximumEnergy = 3e13
    private static let perNano = 1e9
    private static let scale: Int128 = 1_000_000_000

    package private(set) var exact: Int128 = 0

    package init() {}

    /// Adds the cost of energy, which counts at nine decimals: as it is reported.
    package mutating func add(_ kilowattHours: Double, price: MoneyAmount) {
        let limited = min(max(kilowattHours.isFinite ? kilowattHours : 0, -Self.maximumEnergy), Self.maximumEnergy)
        exact += Int128((limited * Self.perNano).rounded(.toNearestOrEven)) * price.hundredThousandths
    }

    /// The sum, rounded half to even.
    package var amount: MoneyAmount {
        MoneyAmount(hundredThousandths: MoneyAmount.halfEven(exact, by: Self.scale))
    }
}
