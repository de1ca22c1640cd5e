import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte retention hold`.
struct RetentionHold: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold",
        abstract: "Keep everything of a series until the hold is released.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte retention hold grid-meter energy --reason \"dispute about a bill\"",
            "tomte retention hold grid-meter energy --release"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or name of the device, or DEVICE/PART for one of its parts.")
    var device: DeviceArgument

    @Argument(help: "The quantity or state, such as energy.")
    var quantity: String

    @Option(help: "Reason for the hold; one line.")
    var reason: String?

    @Flag(help: "Release the hold: records past their term are removed at the next run.")
    var release = false

    func validate() throws {
        guard (reason != nil) != release else { throw ValidationError("Use --reason TEXT or --release.") }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let series = try CommandTarget(device, text: quantity, in: try await client.resolve(device)).series
            let terms = try await client.retention()
            let known = try terms.body()
            let old = known.exception(of: series)
            guard old.isHeld || !release else {
                return try output.show(terms) { _, console in
                    console.prose("\(series) is not held; nothing was changed.", after: "\("!", .warning) ")
                }
            }
            let exception = RetentionException(days: old.days, rollUpDays: old.rollUpDays, hold: reason)
            try RetentionLoss(
                of: series, series.capability.kind.recordKind, from: old, to: exception, terms: known.effectiveTerms,
                at: Timestamp(Date())
            ).confirm(confirmation)
            try output.show(try await client.keep(SeriesRetentionBody(series, exception: exception))) {
                _, console in
                console.prose(release ? "\(series) is no longer held." : "\(series) is held.", after: "\("✓", .good) ")
            }
        }
    }
}
