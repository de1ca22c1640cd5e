import ArgumentParser
import GatewayWire
import HomeModel

struct RetentionKeep: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep",
        abstract: "Give one series a term of its own.",
        discussion: Example.discussion(
            "", "tomte retention keep bedroom-climate co2 --days 30",
            "tomte retention keep bedroom-climate co2 --as-its-kind"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name, with a part where there are several.")
    var device: DeviceAddress

    @Argument(help: "The quantity or state, such as co2.")
    var quantity: String

    @Option(help: "How long.")
    var days: Int?

    @Flag(help: "As long as its kind again.")
    var asItsKind = false

    func validate() throws {
        guard (days != nil) != asItsKind else { throw ValidationError("Say --days N, or --as-its-kind.") }
    }

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let series = try CommandTarget(device, quantity, in: try await client.resolve(device)).series
            let hold = try await client.retention().body().series.first { $0.id == series }?.hold
            try output.show(try await client.keep(SeriesRetentionBody(series, days: days, hold: hold))) { _, console in
                let term = days.map { "\($0) days" } ?? "as long as its kind"
                console.prose("\(series) is kept \(term).", after: "\("✓", .good) ")
            }
        }
    }
}
