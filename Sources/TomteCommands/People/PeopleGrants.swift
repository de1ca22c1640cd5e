import ArgumentParser
import GatewayWire
import HomeModel

/// The subcommand `tomte people grants`.
struct PeopleGrants: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grants",
        abstract: "List all grants, or with --denies all denies.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte people grants", "tomte people grants --denies --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "List denies instead of grants.")
    var denies = false

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let answer = denies ? try await client.denies() : try await client.grants()
            try output.show(answer) { grants, console in
                if grants.isEmpty {
                    console.line(
                        denies
                            ? "There are no denies; see tomte people deny --help."
                            : "There are no grants; see tomte people grant --help.")
                    return
                }
                var table = Table([Table.Column("ID"), Table.Column("PERSON"), Table.Column("PERMISSIONS")])
                for grant in grants {
                    table.add([
                        StyledText(grant.id.rawValue), StyledText(grant.person.rawValue), StyledText(grant.words),
                    ])
                }
                console.table(table)
            }
        }
    }
}
