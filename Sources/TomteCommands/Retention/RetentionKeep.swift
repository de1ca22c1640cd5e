import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct RetentionKeep: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep",
        abstract: "Give one series a term of its own.",
        discussion: Example.discussion(
            "Without --roll-up-days, a term that is shorter than that of its kind holds for the hourly roll-ups too. "
                + "It asks before anything is kept shorter, because what is older is deleted.",
            "tomte retention keep bedroom-climate co2 --days 30",
            "tomte retention keep bedroom-climate co2 --days 30 --roll-up-days 365",
            "tomte retention keep bedroom-climate co2 --as-its-kind"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or name, with a part where there are several.")
    var device: DeviceAddress

    @Argument(help: "The quantity or state, such as co2.")
    var quantity: String

    @Option(help: "How long, in days.")
    var days: Int?

    @Option(help: "How long its hourly roll-ups are kept, in days; at least as long as its readings.")
    var rollUpDays: Int?

    @Flag(help: "As long as its kind again.")
    var asItsKind = false

    func validate() throws {
        guard (days != nil || rollUpDays != nil) != asItsKind else {
            throw ValidationError("Say --days N, --roll-up-days N or both, or --as-its-kind.")
        }
    }

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let series = try CommandTarget(device, quantity, in: try await client.resolve(device)).series
            let known = try await client.retention().body()
            let old = known.exception(of: series)
            let exception = RetentionException(days: days, rollUpDays: rollUpDays, hold: old.hold)
            try RetentionLoss(
                of: series, series.capability.kind.recordKind, from: old, to: exception, known.terms,
                at: Timestamp(Date())
            ).confirm(confirmation)
            try output.show(try await client.keep(SeriesRetentionBody(series, exception))) { body, console in
                console.prose(RetentionText.sentence(exception, of: series, body.terms), after: "\("✓", .good) ")
            }
        }
    }
}
