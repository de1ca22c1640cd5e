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
