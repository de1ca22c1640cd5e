import ArgumentParser
import HomeModel

struct AuditHeadsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "heads",
        abstract: "Show where the chains end, signed, to be kept elsewhere.",
        discussion: Example.discussion(
            """
            Whoever holds the gateway's keys can write another past, and sign it. They cannot
            change what somebody else remembers: keep the heads on another machine, and compare
            them later with tomte audit verify --heads.
            """, "tomte audit heads", "tomte audit heads --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.auditHeads()) { heads, console in
                var table = Table([
                    Table.Column("SEVERITY", isWhole: true), Table.Column("ENTRY", isWhole: true), Table.Column("HASH"),
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
