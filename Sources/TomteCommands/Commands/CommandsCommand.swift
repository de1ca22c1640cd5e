import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte commands`.
struct CommandsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commands",
        abstract: "Show the commands that were sent to devices, and their outcomes.",
        discussion: HelpDiscussion.discussion(
            "tomte send sends a command.", commands: "tomte commands list hall-lamp", "tomte commands show 5d7c1b9f"),
        subcommands: [CommandsList.self, CommandsShow.self])
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
            let answer = try await client.anyCommand(id)
            let body = try answer.body()
            let names = output.isJSON ? [:] : await client.deviceNames()
            var device: DeviceBody?
            if !output.isJSON, case .command(let record) = body { device = await named(record.device, client: client) }
            try output.show(answer) { body, console in
                switch body {
                case .command(let record): show(record, of: device, on: console)
                case .group(let record): show(record, names: names, on: console)
                }
            }
        }
    }

    private func show(_ record: CommandRecordBody, of device: DeviceBody?, on console: Console) {
        let text = CommandText(record, of: device)
        let name = device?.name ?? record.device.rawValue
        console.line("\(OutcomeText.mark(record.outcome)) \(name, .strong): \(text.command)")
        let parent = record.parent.map { " It belongs to the group command \($0)." } ?? ""
        console.prose(
            "\(text.end), \(sending(record.receivedAt, by: record.sender)). \(record.detail ?? "")\(parent)",
            after: "  ")
    }

    private func show(_ record: GroupCommandRecordBody, names: [DeviceID: String], on console: Console) {
        let text = GroupText(record, title: record.targets.title, names: names)
        console.table(text.table)
        console.prose(text.sentence, after: "\(GroupText.mark(record.outcome)) ")
        console.prose("Received \(sending(record.receivedAt, by: record.sender)).", after: "  ")
    }

    /// `2 min ago, sent by anna`
    private func sending(_ time: Timestamp, by sender: String?) -> String {
        RelativeTime.text(time, now: Timestamp(Date())) + (sender.map { ", sent by \($0)" } ?? "")
    }
}

extension CommandsShow {
    /// The device with its name and units; nil when it was removed, or the caller may not see it.
    private func named(_ id: DeviceID, client: CLIClient) async -> DeviceBody? {
        try? await client.device(id).body()
    }
}

/// A short description of a command.
struct CommandText {
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
