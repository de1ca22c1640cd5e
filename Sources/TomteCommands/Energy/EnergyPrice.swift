import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte energy price`.
struct EnergyPrice: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "price",
        abstract: "Show and set the price of a kWh, from a date on.",
        discussion: HelpDiscussion.discussion(
            """
            A price applies until the next one begins, so the cost of the past stays as it was.
            A price from the date of another one replaces it. Without arguments it lists all.
            """,
            commands: "tomte energy price", "tomte energy price 1.85 SEK --feed-in 0.60 --from 2026-12-01",
            "tomte energy price --remove 2026-12-01"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The price of one kWh from the grid: a decimal with at most five decimals.")
    var price: MoneyAmount?

    @Argument(help: "The currency (ISO 4217), such as SEK.")
    var currency: Currency?

    @Option(help: "The price of one kWh to the grid.")
    var feedIn: MoneyAmount?

    @Option(
        help: ArgumentHelp("The first day of the price (default: today at home).", valueName: "date"),
        transform: LocalDate.argument)
    var from: LocalDate?

    @Option(
        help: ArgumentHelp("Remove the price that begins on this day.", valueName: "date"),
        transform: LocalDate.argument)
    var remove: LocalDate?

    func validate() throws {
        guard (price == nil) == (currency == nil) else {
            throw ValidationError("Give both, the price and its currency, such as 1.85 SEK.")
        }
        guard price != nil || (feedIn == nil && from == nil) else {
            throw ValidationError("Give the price of a kWh from the grid too, such as 1.85 SEK.")
        }
        guard price == nil || remove == nil else {
            throw ValidationError("Use either a price or --remove.")
        }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let answer = try await answer(client)
            try output.show(answer) { body, console in
                guard !body.tariffs.isEmpty else {
                    return console.line("There are no prices yet; set one with tomte energy price 1.85 SEK.")
                }
                console.table(TariffText.table(body.tariffs))
            }
        }
    }

    private func answer(_ client: CLIClient) async throws(CLIError) -> CLIClient.Response<TariffsBody> {
        if let remove { return try await client.removePrices(from: remove) }
        guard let price, let currency else { return try await client.tariffs() }
        return try await client.set(
            TariffPricesBody(currency: currency, price: price, feedIn: feedIn), from: try await firstDay(client))
    }

    /// The day of `--from`, or today at home: the terminal may be in another time zone.
    private func firstDay(_ client: CLIClient) async throws(CLIError) -> LocalDate {
        if let from { return from }
        let identifier = try await client.home().body().timeZone
        guard let zone = TimeZone(identifier: identifier), let today = LocalDate(Timestamp(Date()), in: zone) else {
            throw .invalid("The day at home is not known; give the first day of the price with --from.")
        }
        return today
    }
}

extension MoneyAmount: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}

extension Currency: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}

extension LocalDate: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}

/// Prices as a table.
enum TariffText {
    static func table(_ tariffs: [Tariff]) -> Table {
        var table = Table([
            Table.Column("FROM", isNeverTruncated: true), Table.Column("A KWH COSTS", alignment: .trailing),
            Table.Column("FED IN EARNS", alignment: .trailing),
        ])
        for tariff in tariffs {
            table.add([
                StyledText(tariff.validFrom.description), StyledText("\(tariff.price) \(tariff.currency)"),
                StyledText(tariff.feedIn.map { "\($0) \(tariff.currency)" } ?? "not known"),
            ])
        }
        return table
    }
}
