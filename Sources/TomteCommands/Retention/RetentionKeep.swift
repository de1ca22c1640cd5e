import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte retention keep`.
struct RetentionKeep: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep",
        abstract: "Set how long one series is kept.",
        discussion: HelpDiscussion.discussion(
            "Without --roll-up-days, a term that is shorter than that of the kind applies to the hourly roll-ups too. "
                + "It asks for confirmation before a term gets shorter, because older records are deleted.",
            commands: "tomte retention keep bedroom-climate co2 --days 30",
            "tomte retention keep bedroom-climate co2 --days 30 --roll-up-days 365",
            "tomte retention keep bedroom-climate co2 --as-its-kind"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or name of the device, or DEVICE/PART for one of its parts.")
    var device: DeviceArgument

    @Argument(help: "The quantity or state, such as co2.")
    var quantity: String

    @Option(help: "Days to keep the readings.")
    var days: Int?

    @Option(help: "Days to keep the hourly roll-ups; at least as many as for the readings.")
    var rollUpDays: Int?

    @Flag(help: "Use the term of the kind again.")
    var asItsKind = false

    func validate() throws {
        guard (days != nil || rollUpDays != nil) != asItsKind else {
            throw ValidationError("Use --days N, --roll-up-days N or both, or use --as-its-kind.")
        }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let series = try CommandTarget(device, text: quantity, in: try await client.resolve(device)).series
            let known = try await client.retention().body()
            let old = known.exception(of: series)
            let exception = RetentionException(days: days, rollUpDays: rollUpDays, hold: old.hold)
            try RetentionLoss(
                of: series, series.capability.kind.recordKind, from: old, to: exception, terms: known.effectiveTerms,
                at: Timestamp(Date())
            ).confirm(confirmation)
            try output.show(try await client.keep(SeriesRetentionBody(series, exception: exception))) { body, console in
                console.prose(
                    RetentionText.sentence(exception, of: series, terms: body.effectiveTerms), after: "\("✓", .good) ")
            }
        }
    }
}
