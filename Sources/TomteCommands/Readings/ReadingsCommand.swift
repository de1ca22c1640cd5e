import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte readings`.
struct ReadingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "readings",
        abstract: "Show the readings of a device, and strike out wrong readings.",
        discussion: HelpDiscussion.discussion(
            "Without a subcommand it shows the readings of one series; see tomte readings show --help.",
            commands: "tomte readings hall-climate temperature --since 1h",
            "tomte readings strike meter energy --from 2d --value-above 40000"),
        subcommands: [ReadingsShow.self, ReadingsStrike.self, ReadingsStruck.self, ReadingsRestore.self],
        defaultSubcommand: ReadingsShow.self)
}

/// The subcommand `tomte readings show`.
struct ReadingsShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the readings of a device, or the changes of a state.",
        discussion: HelpDiscussion.discussion(
            """
            Times are RFC 3339, or a duration ago: 90s, 15m, 1h30m, 7d.
            The resolution of a table depends on the period: every reading up to two days, hours
            up to 90 days, days beyond. CSV and JSON contain every reading unless --resolution is
            given.
            """,
            commands: "tomte readings show hall-climate temperature",
            "tomte readings show hall-climate temperature --since 1h",
            "tomte readings show hall-climate temperature --since 30d --resolution day",
            "tomte readings show meter/phase-1 power --since 7d --until 6d --format csv",
            "tomte readings show meter/phase-1 power --since 2d --points 500 --json",
            "tomte readings show front-door lock --since 2026-01-31T00:00:00Z --json"))

    /// The values of `--format`.
    enum Format: String, ExpressibleByArgument, CaseIterable { case table, csv, json }

    /// The maximum number of rows of a table without `--limit`; CSV and JSON have no maximum.
    static let tableLimit = 100_000

    @OptionGroup var gateway: GatewayOptions

    @Argument(help: "Id or name of the device, or DEVICE/PART for one of its parts.")
    var device: DeviceArgument

    @Argument(help: "The quantity or state, such as temperature.")
    var quantity: String

    @Option(help: "Start of the period (default: a day ago).")
    var since: TimeArgument?

    @Option(help: "End of the period (default: now).")
    var until: TimeArgument?

    @Option(help: "Every reading (raw), or roll-ups of hours or days.")
    var resolution: HistoryResolution?

    @Option(help: "Thin the readings to at most this number of points, which show the same line in a chart.")
    var points: Int?

    @Option(help: "Maximum number of rows.")
    var limit: Int?

    @Option(help: "Output format.")
    var format = Format.table

    @Flag(name: .customLong("json"), help: "The same as --format json: print the JSON of the API.")
    var isJSON = false

    func validate() throws {
        guard limit.map({ $0 > 0 }) ?? true else { throw ValidationError("--limit must be 1 or more.") }
        guard points.map({ $0 > 1 }) ?? true else { throw ValidationError("--points must be 2 or more.") }
        let now = Timestamp(Date())
        if let until, until.timestamp(before: now) <= since?.timestamp(before: now) ?? now - .days(1) {
            throw ValidationError("--until must be after --since.")
        }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let target = try CommandTarget(device, text: quantity, in: try await client.resolve(device))
            let format = isJSON ? .json : format
            let query = query(target, format: format, now: Timestamp(Date()))
            let console = Console.output
            switch format {
            case .json:
                let document = JSONStream(console)
                try await client.readings(query, as: "application/json") { await document.write($0) }
                await document.end()
            case .csv:
                try await client.readings(query, as: "text/csv") { console.raw($0) }
            case .table:
                let clock = try await HomeClockText(of: client)
                let report = ReadingsReport(
                    try await client.readings(query).body(), points: points, limit: limit ?? Self.tableLimit,
                    zone: clock.zone)
                console.lines(report.lines(title: target.title, width: console.terminal.lineLimit))
                console.line(StyledText(clock.note))
            }
        }
    }

    private func query(_ target: CommandTarget, format: Format, now: Timestamp) -> ReadingsQuery {
        ReadingsQuery(
            device: target.device.id, part: target.part, quantity: target.name,
            from: since?.timestamp(before: now) ?? now - .days(1),
            to: until?.timestamp(before: now), resolution: resolution ?? (format == .table ? .auto : .raw),
            points: points, limit: limit ?? (format == .table ? Self.tableLimit : nil))
    }
}

extension HistoryResolution: ExpressibleByArgument {}

/// Prints a JSON document that arrives in pieces.
private actor JSONStream {
    private let console: Console
    private var characters = UTF8Splitter()

    init(_ console: Console) { self.console = console }

    func write(_ bytes: [UInt8]) { console.json(piece: characters.append(bytes)) }

    func end() { console.json([]) }
}

/// Divides a stream of UTF-8 between characters, wherever its pieces end.
struct UTF8Splitter {
    /// The beginning of an incomplete character: at most three bytes.
    private var rest: [UInt8] = []

    /// Adds bytes and returns all complete characters that were not returned before.
    mutating func append(_ bytes: [UInt8]) -> [UInt8] {
        let all = rest + bytes
        let cut = all.suffix(3).lastIndex { $0 >= 0xC0 }.map { all.count - $0 < Self.length(all[$0]) ? $0 : all.count }
        rest = Array(all[(cut ?? all.count)...])
        return Array(all[..<(cut ?? all.count)])
    }

    /// The length in bytes of the character that begins with `byte`. Source: RFC 3629 §3.
    private static func length(_ byte: UInt8) -> Int { byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2 }
}
