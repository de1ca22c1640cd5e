import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte readings strike`.
struct ReadingsStrike: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "strike",
        abstract: "Strike wrong readings out of a history.",
        discussion: HelpDiscussion.discussion(
            """
            Charts, roll-ups and energy are computed without struck readings. They are kept
            separately until their retention term ends: tomte readings struck lists them, tomte
            readings restore restores them. On a terminal it shows the number of readings and
            asks for confirmation first.
            """,
            commands: "tomte readings strike meter energy --from 3h --to 2h",
            "tomte readings strike meter energy --from 2d --value-above 40000 --dry-run",
            "tomte readings strike hall temperature --from 2029-01-01T00:00:00Z --yes"
        ))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or name of the device, or DEVICE/PART for one of its parts.")
    var device: DeviceArgument

    @Argument(help: "The quantity, such as energy.")
    var quantity: String

    @Option(help: "Start of the period.")
    var from: TimeArgument

    @Option(help: "End of the period, which is not included (default: no end).")
    var to: TimeArgument?

    @Option(parsing: .unconditional, help: "Only readings greater than this, in the unit that is shown.")
    var valueAbove: Double?

    @Option(
        parsing: .unconditional,
        help: "Only readings less than this; with --value-above, readings that meet either condition.")
    var valueBelow: Double?

    @Flag(help: "Only show how many readings would be struck out.")
    var dryRun = false

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let target = try CommandTarget(device, text: quantity, in: try await client.resolve(device))
            let (clock, now) = (try await HomeClockText(of: client), Timestamp(Date()))
            let query = StrikeQuery(
                target.series, from: from.timestamp(before: now), to: to?.timestamp(before: now) ?? .endOfTime,
                above: valueAbove, below: valueBelow)
            let preview = try await client.previewStrike(query)
            let found = try preview.body()
            if dryRun {
                return try output.show(preview) { found, console in
                    console.prose(StrikeText.sentence(found, of: query.series, clock: clock))
                }
            }
            guard found.count > 0 else { throw .invalid("No reading of \(query.series) matches; nothing was changed.") }
            try confirmation.confirm("\(StrikeText.sentence(found, of: query.series, clock: clock)) Strike them out?")
            try output.show(try await client.strike(query)) { strike, console in
                console.prose(
                    "\(strike.readings.count) readings of \(strike.series) are struck out. To restore them: "
                        + "tomte readings restore \(strike.id)",
                    after: "\("✓", .good) ")
            }
        }
    }
}

/// The subcommand `tomte readings struck`.
struct ReadingsStruck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "struck",
        abstract: "List the readings that were struck out and can be restored.",
        discussion: HelpDiscussion.discussion("", commands: "tomte readings struck", "tomte readings struck --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.strikes()) { strikes, console in
                guard !strikes.isEmpty else { return console.prose("No readings are struck out.") }
                console.table(StrikeText.table(strikes, clock: clock))
                console.line(StyledText(clock.note))
            }
        }
    }
}

/// The subcommand `tomte readings restore`.
struct ReadingsRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore struck readings to their history.",
        discussion: HelpDiscussion.discussion(
            "tomte readings struck shows the ids.", commands: "tomte readings restore 3"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id from tomte readings struck.")
    var strike: Int64

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.restoreStrike(strike)) { strike, console in
                console.prose(
                    "\(strike.readings.count) readings of \(strike.series) are restored.",
                    after: "\("✓", .good) ")
            }
        }
    }
}

/// Formats strikes for people.
enum StrikeText {
    static func sentence(_ found: StruckReadingsBody, of series: SeriesID, clock: HomeClockText) -> String {
        guard let first = found.first, let last = found.last, let low = found.minimum, let high = found.maximum else {
            return "No reading of \(series) matches."
        }
        let readings = found.count == 1 ? "1 reading" : "\(found.count) readings"
        return "\(readings) of \(series) from \(clock.full(first)) to \(clock.full(last)) (\(clock.zone.identifier)), "
            + "values \(low) to \(high)."
    }

    static func table(_ strikes: [StrikeBody], clock: HomeClockText) -> Table {
        var table = Table([
            Table.Column("ID", isNeverTruncated: true), Table.Column("SERIES"),
            Table.Column("READINGS", alignment: .trailing),
            Table.Column("FIRST", isNeverTruncated: true), Table.Column("LAST", isNeverTruncated: true),
            Table.Column("STRUCK OUT", isNeverTruncated: true),
        ])
        for strike in strikes {
            table.add([
                StyledText(strike.id), StyledText("\(strike.series)"), StyledText(String(strike.readings.count)),
                StyledText(strike.readings.first.map { clock.full($0) } ?? "–"),
                StyledText(strike.readings.last.map { clock.full($0) } ?? "–"),
                StyledText(clock.full(strike.struckAt)),
            ])
        }
        return table
    }
}

extension Timestamp {
    /// The last time that RFC 3339 can express.
    fileprivate static let endOfTime = Timestamp(milliseconds: 253_402_300_799_999)
}
