import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte privacy`.
struct PrivacyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "privacy",
        abstract: "Erase people, and list their erasures.",
        discussion: HelpDiscussion.discussion("", commands: "tomte privacy erase anna", "tomte privacy erasures"),
        subcommands: [PrivacyErase.self, PrivacyErasures.self])
}

/// The subcommand `tomte privacy erasures`.
struct PrivacyErasures: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erasures",
        abstract: "List the erasures of people, oldest first.",
        discussion: HelpDiscussion.discussion(
            """
            The list does not name the people. The pseudonym stands for the person in the audit log. An erasure that was
            interrupted, also by a loss of power, is finished at the next start of the gateway.
            """, commands: "tomte privacy erasures", "tomte privacy erasures --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.erasures()) { erasures, console in
                if erasures.isEmpty { return console.line("No person was erased from this home.") }
                var table = Table([
                    Table.Column("PSEUDONYM", isNeverTruncated: true), Table.Column("REQUESTED"),
                    Table.Column("FINISHED"),
                ])
                for erasure in erasures {
                    table.add([
                        StyledText(erasure.pseudonym), StyledText(LocalTime.minute(erasure.requestedAt)),
                        StyledText(erasure.finishedAt.map { LocalTime.minute($0) } ?? "running"),
                    ])
                }
                console.table(table)
            }
        }
    }
}
