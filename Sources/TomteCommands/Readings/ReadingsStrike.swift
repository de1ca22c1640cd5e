import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct ReadingsStrike: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "strike",
        abstract: "Strike wrong readings out of a history.",
        discussion: Example.discussion(
            """
            Charts, roll-ups and energy are computed without them. The readings are kept aside
            until their term is over: tomte readings struck lists them, tomte readings restore
            puts them back. On a terminal it shows how many there are, and asks first.
            """,
            "tomte readings strike meter energy --from 3h --to 2h",
            "tomte readings strike meter energy --from 2d --value-above 40000 --dry-run",
            "tomte readings strike hall temperature --from 2029-01-01T00:00:00Z --yes"
        ))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or name, with a part where there are several.")
    var device: DeviceAddress

    @Argument(help: "The quantity, such as energy.")
    var quantity: String

    @Option(help: "The first moment.")
    var from: Moment

    @Option(help: "The first moment after; without, everything from then on.")
    var to: Moment?

    @Option(parsing: .unconditional, help: "Only readings greater than this, in the unit that is shown.")
    var valueAbove: Double?

    @Option(parsing: .unconditional, help: "Only readings less than this; with --value-above, those beyond either.")
    var valueBelow: Double?

    @Flag(help: "Only show how many readings that would be.")
    var dryRun = false

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let target = try CommandTarget(device, quantity, in: try await client.resolve(device))
            let now = Timestamp(Date())
            let query = StrikeQuery(
                target.series, from: from.timestamp(before: now), to: to?.timestamp(before: now) ?? .endOfTime,
                above: valueAbove, below: valueBelow)
            let preview = try await client.previewStrike(query)
            let found = try preview.body()
            if dryRun {
                return try output.show(preview) { found, console in
                    console.prose(StrikeText.sentence(found, of: query.series))
                }
            }
            guard found.count > 0 else { throw .invalid("No reading of \(query.series) matches; nothing was changed.") }
            try confirmation.confirm("\(StrikeText.sentence(found, of: query.series)) Strike them out?")
            try output.show(try await client.strike(query)) { strike, console in
                console.prose(
                    "\(strike.readings.count) readings of \(strike.series) are struck out. To put them back: "
                        + "tomte readings restore \(strike.id)",
                    after: "\("✓", .good) ")
            }
        }
    }
}

struct ReadingsStruck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "struck",
        abstract: "List the readings that were struck out and can be restored.",
        discussion: Example.discussion("", "tomte readings struck", "tomte readings struck --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.strikes()) { strikes, console in
                guard !strikes.isEmpty else { return console.prose("No readings are struck out.") }
                console.lines(StrikeText.table(strikes).lines())
            }
        }
    }
}

struct ReadingsRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put struck readings back into their history.",
        discussion: Example.discussion("The id is that of tomte readings struck.", "tomte readings restore 3"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The id of the strike.")
    var strike: Int64

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.restoreStrike(strike)) { strike, console in
                console.prose(
                    "\(strike.readings.count) readings of \(strike.series) are back in their history.",
                    after: "\("✓", .good) ")
            }
        }
    }
}

/// Strikes as people read them.
enum StrikeText {
    static func sentence(_ found: StruckReadingsBody, of series: SeriesID) -> String {
        guard let first = found.first, let last = found.last, let low = found.minimum, let high = found.maximum else {
            return "No reading of \(series) matches."
        }
        let readings = found.count == 1 ? "1 reading" : "\(found.count) readings"
        return "\(readings) of \(series) from \(first.rfc3339) to \(last.rfc3339), values \(low) to \(high)."
    }

    static func table(_ strikes: [StrikeBody]) -> Table {
        var table = Table([
            Table.Column("ID"), Table.Column("SERIES"), Table.Column("READINGS", .trailing), Table.Column("FIRST"),
            Table.Column("LAST"), Table.Column("STRUCK OUT"),
        ])
        for strike in strikes {
            table.add([
                StyledText(strike.id), StyledText("\(strike.series)"), StyledText(String(strike.readings.count)),
                StyledText(strike.readings.first?.rfc3339 ?? "–"), StyledText(strike.readings.last?.rfc3339 ?? "–"),
                StyledText(strike.struckAt.rfc3339),
            ])
        }
        return table
    }
}

extension Timestamp {
    /// The last moment that RFC 3339 can write.
    fileprivate static let endOfTime = Timestamp(milliseconds: 253_402_300_799_999)
}
