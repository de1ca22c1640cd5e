import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

/// The subcommand `tomte commands`.
struct CommandsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commands",
        abstract: "Show the commands that were sent to devices, and their outcomes.",
        discussion: HelpDiscussion.discussion(
            "tomte send sends a command.", commands: "tomte commands list hall-lamp", "tomte commands show 5d7c1b9f"),
        subcommands: [CommandsList.self, CommandsShow.self])
}

/// The subcommand `tomte commands list`.
struct CommandsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the latest commands to a device, newest first.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte commands list hall-lamp", "tomte commands list \"Hall lamp\" --limit 10 --json"))

    private static let defaultRecords = 50
    private static let maximumRecords = 200

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the device; with DEVICE/PART, only commands to that part.")
    var device: DeviceArgument

    @Option(help: "Maximum number of commands, 1 to 200 (default 50).")
    var limit: Int?

    func validate() throws {
        guard limit.map((1...Self.maximumRecords).contains) ?? true else {
            throw ValidationError("--limit must be 1 to \(Self.maximumRecords).")
        }
        guard device.part == nil || !output.isJSON else {
            throw ValidationError("--json prints the commands to all parts; leave out the part.")
        }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let found = try await client.resolve(device)
            // For one part the limit is applied later, because the newest commands may all be to other parts.
            let answer = try await client.commands(
                of: found.id, limit: device.part == nil ? limit : Self.maximumRecords)
            if let part = device.part, try !answer.body().contains(where: { $0.part == part }) {
                try device.checkPart(in: found)
            }
            let now = Timestamp(Date())
            try output.show(answer) { all, console in
                let records = all.filter { device.part == nil || $0.part == device.part }
                    .prefix(limit ?? Self.defaultRecords)
                guard !records.isEmpty else {
                    return console.line("There are no commands to \(device.title(of: found)).")
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

/// The subcommand `tomte commands show`.
struct CommandsShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one command of the last 24 hours, and its outcome.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte commands show 5d7c1b9f", "tomte commands show 5d7c1b9f --json")
    )

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id of the command, as tomte send or tomte commands list shows it.")
    var id: CommandID

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let now = Timestamp(Date())
            let answer = try await client.command(id)
            let device = output.isJSON ? nil : await named(try answer.body().device, client: client)
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
    /// The device with its name and units; nil when it was removed, or the caller may not see it.
    private func named(_ id: DeviceID, client: GatewayClient) async -> DeviceBody? {
        try? await client.device(id).body()
    }
}

/// A short description of a command.
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

    /// The outcome with its code, or the current stage.
    var end: String {
        guard let outcome = record.outcome else { return record.stage }
        return record.code.map { $0 == outcome.rawValue ? $0 : "\(outcome.rawValue) (\($0))" } ?? outcome.rawValue
    }
}
