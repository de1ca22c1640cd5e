import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

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
