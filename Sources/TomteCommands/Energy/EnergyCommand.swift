import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte energy`.
struct EnergyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "energy",
        abstract: "Show how much energy was used and what it costs, and set its price.",
        discussion: HelpDiscussion.discussion(
            "Without a subcommand it shows the report: see tomte energy report --help.",
            commands: "tomte energy --since 7d --by room", "tomte energy --compare",
            "tomte energy price 1.85 SEK --from 2026-12-01"),
        subcommands: [EnergyReportCommand.self, EnergyPrice.self], defaultSubcommand: EnergyReportCommand.self)
}

/// The subcommand `tomte energy report`.
struct EnergyReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Show how much energy was consumed, produced and drawn from the grid, in kWh.",
        discussion: HelpDiscussion.discussion(
            """
            Energy is computed by whole hours from each device's energy counter. For a device
            without a counter it is estimated from its power, and marked with ~. For gas and
            water, see tomte readings. Imported meters are counted when they have a flow: see
            tomte import home-assistant --help. With a price (tomte energy price) it also shows
            what the energy from the grid costs; without a grid meter, what the consumption costs.
            --compare shows a day, week, month or year of the home's calendar beside the one before,
            and a day beside a typical one: the median of the same weekday in the last six weeks.
            A period that is not over is compared up to the last hour or day that is.
            """,
            commands: "tomte energy report",
            "tomte energy report --since 7d --by room",
            "tomte energy report --since 30d --by day",
            "tomte energy report --since 2d --until 1d --by hour --json",
            "tomte energy report --compare", "tomte energy report --compare --period month --date 2026-11-01"))

    /// The values of `--by`.
    enum Grouping: String, ExpressibleByArgument, CaseIterable { case device, room, hour, day }

    @OptionGroup var gateway: GatewayOptions

    @Option(help: "Start of the period: a time (RFC 3339), or a duration ago such as 7d (default: 24h).")
    var since: TimeArgument?

    @Option(help: "End of the period (default: now).")
    var until: TimeArgument?

    @Option(help: "Show one row for each device, room, hour or day (default: device).")
    var by: Grouping?

    @Flag(help: "Compare a period with the one before, and a day with a typical one.")
    var compare = false

    @Option(help: "The period to compare: day, week, month or year (default: day).")
    var period: EnergyPeriod.Kind?

    @Option(
        help: ArgumentHelp("A date in the period to compare (default: today).", valueName: "date"),
        transform: LocalDate.argument)
    var date: LocalDate?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard compare || (period == nil && date == nil) else {
            throw ValidationError("--period and --date belong to --compare.")
        }
        guard !compare || (since == nil && until == nil && by == nil) else {
            throw ValidationError("--compare has a --period and a --date; leave out --since, --until and --by.")
        }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            if compare { return try await showComparison(client) }
            let (clock, now) = (try await HomeClockText(of: client), Timestamp(Date()))
            let answer = try await client.energy(
                from: since?.timestamp(before: now) ?? now - .days(1), to: until?.timestamp(before: now),
                by: (by ?? .device).rawValue)
            if !output.isJSON, try answer.body().totals.isEmpty { try await requireViewEnergy(client) }
            try output.show(answer) { body, console in
                console.lines(EnergyTable(body, zone: clock.zone).lines(limit: console.terminal.lineLimit))
            }
        }
    }

    private func showComparison(_ client: CLIClient) async throws(CLIError) {
        let (home, now) = (try await client.home().body(), Timestamp(Date()))
        guard let zone = TimeZone(identifier: home.timeZone), let today = LocalDate(now, in: zone),
            // Without a preference, weeks begin on Monday.
            let period = EnergyPeriod(
                period ?? .day, containing: date ?? today, firstDayOfWeek: home.preferences?.firstDayOfWeek ?? 2)
        else {
            throw .invalid("There is no such period in the calendar. Give a --date such as 2026-11-22.")
        }
        let comparison = try await EnergyComparisonReader(client, zone: zone, now: now).read(period, today: today)
        if output.isJSON { return Console.output.json(comparison.json) }
        if comparison.use == nil { try await requireViewEnergy(client) }
        let table = EnergyComparisonTable(comparison, zone: zone)
        Console.output.lines(table.lines(limit: Console.output.terminal.lineLimit))
    }

    /// Throws `.notPermitted` when the caller may not see the energy of any device.
    private func requireViewEnergy(_ client: CLIClient) async throws(CLIError) {
        guard try await client.home().body().permissions.contains(.viewEnergy) else {
            throw .notPermitted(
                "You have no permission to see energy. An owner or admin can grant it with tomte people grant.")
        }
    }
}

extension EnergyPeriod.Kind: ExpressibleByArgument {}

extension EnergyComparison {
    fileprivate var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map(Array.init) ?? []
    }
}
