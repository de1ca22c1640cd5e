import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct ReadingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "readings",
        abstract: "Show what a device measured, or how its state changed.",
        discussion: Example.discussion(
            "Times are RFC 3339, or so long ago: 90s, 15m, 1h30m, 7d.",
            "tomte readings hall-climate temperature --since 1h",
            "tomte readings grid-meter/phase-1 power --since 7d --until 6d --format csv",
            "tomte readings front-door lock --since 2026-01-31T00:00:00Z --json"))

    enum Format: String, ExpressibleByArgument, CaseIterable { case table, csv, json }

    @OptionGroup var gateway: GatewayOptions

    @Argument(help: "Id or name, with a part where there are several.")
    var device: DeviceAddress

    @Argument(help: "The quantity or state, such as temperature.")
    var quantity: String

    @Option(help: "From when.")
    var since: Moment

    @Option(help: "Until when; without, until now.")
    var until: Moment?

    @Option(help: "At most so many.")
    var limit: Int?

    @Option(help: "How it comes out.")
    var format = Format.table

    @Flag(name: .customLong("json"), help: "The same as --format json: the API's own JSON.")
    var isJSON = false

    func validate() throws {
        guard limit.map({ $0 > 0 }) ?? true else { throw ValidationError("--limit takes 1 or more.") }
    }

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let target = try CommandTarget(device, quantity, in: try await client.resolve(device))
            let now = Timestamp(Date())
            let answer = try await client.readings(
                target.device.id, part: target.part, quantity: target.name, from: since.timestamp(now: now),
                to: until?.timestamp(now: now), limit: limit)
            let console = Console.output
            switch isJSON ? .json : format {
            case .json: console.json(answer.bytes)
            case .csv: console.raw(ReadingsReport(try answer.body()).csv)
            case .table: console.lines(ReadingsReport(try answer.body()).lines(title: target.title))
            }
        }
    }
}
