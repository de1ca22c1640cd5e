import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct CommandsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commands",
        abstract: "List the commands that devices got, and how each ended.",
        discussion: Example.discussion(
            "tomte send sends one.", "tomte commands list hall-lamp", "tomte commands show 5d7c1b9f"),
        subcommands: [CommandsList.self, CommandsShow.self])
}

struct CommandsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the latest commands to a device, newest first.",
        discussion: Example.discussion(
            "", "tomte commands list hall-lamp", "tomte commands list \"Hall lamp\" --limit 10 --json"))

    private static let usualRecords = 50
    private static let mostRecords = 200

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name; with a part, only commands to that part.")
    var device: DeviceAddress

    @Option(help: "At most so many, 1 to 200 (default 50).")
    var limit: Int?

    func validate() throws {
        guard limit.map((1...Self.mostRecords).contains) ?? true else {
            throw ValidationError("--limit takes 1 to \(Self.mostRecords).")
        }
        guard device.part == nil || !output.isJSON else {
            throw ValidationError("--json prints all parts; leave out the part.")
        }
    }

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let found = try await client.resolve(device)
            // Of one part: the newest of the device may all be to other parts.
            let answer = try await client.commands(of: found.id, limit: device.part == nil ? limit : Self.mostRecords)
            if let part = device.part, try !answer.body().contains(where: { $0.part == part }) {
                try device.checkPart(in: found)
            }
            let now = Timestamp(Date())
            try output.show(answer) { all, console in
                let records = all.filter { device.part == nil || $0.part == device.part }
                    .prefix(limit ?? Self.usualRecords)
                guard !records.isEmpty else {
                    return console.line("No commands to \(device.title(of: found)) are known.")
                }
                var table = Table([
                    Table.Column("WHEN"), Table.Column("COMMAND"), Table.Column("OUTCOME"), Table.Column("ID"),
                ])
                for record in records {
                    table.add([
                        StyledText(RelativeTime.text(record.receivedAt, now: now)),
                        StyledText(CommandText(record, of: found).command),
                        "\(OutcomeText.mark(record.outcome)) \(CommandText(record, of: found).end)",
                        StyledText(record.id.rawValue),
                    ])
                }
                console.table(table)
            }
        }
    }
}

struct CommandsShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one command of the last 24 hours, and how it ended.",
        discussion: Example.discussion("", "tomte commands show 5d7c1b9f", "tomte commands show 5d7c1b9f --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The id that tomte send or tomte commands list named.")
    var id: CommandID

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let now = Timestamp(Date())
            let answer = try await client.command(id)
            let device = output.isJSON ? nil : await named(try answer.body().device, client)
            try output.show(answer) { record, console in
                let text = CommandText(record, of: device)
                let name = device?.name ?? record.device.rawValue
                console.line("\(OutcomeText.mark(record.outcome)) \(name, .strong): \(text.command)")
                let age = RelativeTime.text(record.receivedAt, now: now)
                let sender = record.sender.map { ", sent by \($0)" } ?? ""
                console.prose("\(text.end), \(age)\(sender). \(record.detail ?? "")", after: "  ")
            }
        }
    }
}

extension CommandsShow {
    /// The device with its name and units; nil when it is gone, or is not shown to the asker any more.
    private func named(_ id: DeviceID, _ client: GatewayClient) async -> DeviceBody? {
        try? await client.device(id).body()
    }
}

/// A command in a few words.
private struct CommandText {
    private let record: CommandRecordBody
    private let unit: String?

    init(_ record: CommandRecordBody, of device: DeviceBody?) {
        self.record = record
        unit = device?.parts.first { $0.id == record.part }?.capabilities.first { $0.name == record.capability }?.unit
    }

    /// `switch on`, or `relay-1 switch on`.
    var command: String {
        let part = record.part == .main ? "" : "\(record.part) "
        return "\(part)\(record.capability) \(ValueText.text(record.value, unit: unit))"
    }

    /// The outcome, or how far it came.
    var end: String {
        guard let outcome = record.outcome else { return record.stage }
        return record.code.map { $0 == outcome.rawValue ? $0 : "\(outcome.rawValue) (\($0))" } ?? outcome.rawValue
    }
}
