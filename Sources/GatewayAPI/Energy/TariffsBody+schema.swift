import GatewayWire
import HomeModel

extension TariffPricesBody: DocumentedBody {
    static let schema = Schema.component(
        "TariffPrices", .object(Schema.requiredPrices, optional: Schema.optionalPrices))
    static let example = TariffPricesBody(
        currency: .krona, price: MoneyAmount(hundredThousandths: 185_000),
        feedIn: MoneyAmount(hundredThousandths: 60_000))
}

extension TariffsBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Tariffs",
        .object([
            "tariffs": .array(of: .tariff, atMost: TariffTable.maximumVersions).about(
                "By date; each one applies until the next one begins.")
        ]))
    static let example: TariffsBody = {
        guard let date = LocalDate("2026-12-01") else { return TariffsBody(tariffs: []) }
        let prices = TariffPricesBody.example
        return TariffsBody(
            tariffs: [Tariff(validFrom: date, currency: prices.currency, price: prices.price, feedIn: prices.feedIn)])
    }()
}

extension Schema {
    static let money = component(
        "Money",
        .text(pattern: "^-?[0-9]+\\.[0-9]{2,5}$").about(
            "A decimal in the unit of the currency, rounded half to even. Do not read it as a floating point number."))
    static let currency = component("Currency", .text(pattern: "^[A-Z]{3}$").about("ISO 4217, such as `SEK`."))

    private static let price = component(
        "Price",
        .text(pattern: MoneyAmount.pattern).about("An exact decimal in the unit of the currency, such as `1.85`."))

    fileprivate static let requiredPrices = ["currency": currency, "price": price.about("For one kWh from the grid.")]
    fileprivate static let optionalPrices = ["feedIn": price.about("For one kWh to the grid.")]

    static let date = text(format: "date")

    fileprivate static let tariff = component(
        "Tariff",
        .object(
            requiredPrices.merging(
                ["validFrom": date.about("The prices apply from the first moment of this date at home.")]
            ) { $1 },
            optional: optionalPrices))
}
