import ArgumentParser
import HomeModel

/// The subcommand `tomte audit heads`.
struct AuditHeadsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heads",
        abstract: "Show the signed heads of the audit chains, to be kept on another machine.",
        discussion: HelpDiscussion.discussion(
            """
            A person who has the gateway's keys can rewrite the audit log and sign it again, but
            cannot change copies elsewhere. Keep the heads on another machine, and compare them
            later with tomte audit verify --heads.
            """, commands: "tomte audit heads", "tomte audit heads --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.auditHeads()) { heads, console in
                var table = Table([
                    Table.Column("SEVERITY", isNeverTruncated: true), Table.Column("ENTRY", isNeverTruncated: true),
                    Table.Column("HASH"),
                ])
                for head in heads.heads {
                    table.add([
                        StyledText(head.severity.rawValue), StyledText("\(head.sequence)"), StyledText(head.hash),
                    ])
                }
                console.table(table)
            }
        }
    }
}
