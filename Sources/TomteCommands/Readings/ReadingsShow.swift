import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct ReadingsShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what a device measured, or how its state changed.",
        discussion: Example.discussion(
            """
            Times are RFC 3339, or so long ago: 90s, 15m, 1h30m, 7d.
            A table is as fine as its time is short: every reading up to two days, hours up to
            90 days, days beyond. CSV and JSON hold every reading unless --resolution says else.
            """,
            "tomte readings show hall-climate temperature",
            "tomte readings show hall-climate temperature --since 1h",
            "tomte readings show hall-climate temperature --since 30d --resolution day",
            "tomte readings show meter/phase-1 power --since 7d --until 6d --format csv",
            "tomte readings show meter/phase-1 power --since 2d --points 500 --json",
            "tomte readings show front-door lock --since 2026-01-31T00:00:00Z --json"))

    enum Format: String, ExpressibleByArgument, CaseIterable { case table, csv, json }

    /// More rows than anyone reads in a table.
    static let tableLimit = 100_000

    @OptionGroup var gateway: GatewayOptions

    @Argument(help: "Id or name, with a part where there are several.")
    var device: DeviceAddress

    @Argument(help: "The quantity or state, such as temperature.")
    var quantity: String

    @Option(help: "From when; without, a day before now.")
    var since: Moment?

    @Option(help: "Until when; without, until now.")
    var until: Moment?

    @Option(help: "Every reading, or roll-ups of hours or days.")
    var resolution: HistoryResolution?

    @Option(help: "Thin the readings to so many that show the same line.")
    var points: Int?

    @Option(help: "At most so many.")
    var limit: Int?

    @Option(help: "How it comes out.")
    var format = Format.table

    @Flag(name: .customLong("json"), help: "The same as --format json: the API's own JSON.")
    var isJSON = false

    func validate() throws {
        guard limit.map({ $0 > 0 }) ?? true else { throw ValidationError("--limit takes 1 or more.") }
        guard points.map({ $0 > 1 }) ?? true else { throw ValidationError("--points takes 2 or more.") }
        let now = Timestamp(Date())
        if let until, until.timestamp(before: now) <= since?.timestamp(before: now) ?? now - .days(1) {
            throw ValidationError("--until is before --since: the time would end before it begins.")
        }
    }

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let target = try CommandTarget(device, quantity, in: try await client.resolve(device))
            let format = isJSON ? .json : format
            let question = question(target, format, now: Timestamp(Date()))
            let console = Console.output
            switch format {
            case .json:
                let document = JSONStream(console)
                try await client.readings(question, as: "application/json") { await document.write($0) }
                await document.end()
            case .csv:
                try await client.readings(question, as: "text/csv") { console.raw($0) }
            case .table:
                let report = ReadingsReport(
                    try await client.readings(question).body(), points: points, limit: limit ?? Self.tableLimit)
                console.lines(report.lines(title: target.title))
            }
        }
    }

    private func question(_ target: CommandTarget, _ format: Format, now: Timestamp) -> ReadingsQuestion {
        ReadingsQuestion(
            device: target.device.id, part: target.part, quantity: target.name,
            from: since?.timestamp(before: now) ?? now - .days(1),
            to: until?.timestamp(before: now), resolution: resolution ?? (format == .table ? .auto : .raw),
            points: points, limit: limit ?? (format == .table ? Self.tableLimit : nil))
    }
}

extension HistoryResolution: ExpressibleByArgument {}

/// A JSON document that comes in pieces.
private actor JSONStream {
    private let console: Console
    private var characters = WholeCharacters()

    init(_ console: Console) { self.console = console }

    func write(_ bytes: [UInt8]) { console.json(piece: characters.take(bytes)) }

    func end() { console.json([]) }
}
