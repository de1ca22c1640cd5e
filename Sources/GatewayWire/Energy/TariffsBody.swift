package import HomeModel

/// `GET /energy/tariffs`: the dated versions of the prices of electricity.
package struct TariffsBody: Codable, Sendable {
    /// Each one applies until the next one begins.
    package let tariffs: [Tariff]

    package init(tariffs: [Tariff]) { self.tariffs = tariffs }
}

/// `PUT /energy/tariffs/{validFrom}`: the prices of electricity from a date on.
package struct TariffPricesBody: Codable, Sendable {
    package let currency: Currency
    /// For one kWh from the grid.
    package let price: MoneyAmount
    /// For one kWh to the grid; nil while it is not known.
    package let feedIn: MoneyAmount?

    package init(currency: Currency, price: MoneyAmount, feedIn: MoneyAmount? = nil) {
        self.currency = currency
        self.price = price
        self.feedIn = feedIn
    }
}
