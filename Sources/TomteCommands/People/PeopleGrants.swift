import ArgumentParser
import GatewayWire
import HomeModel

struct PeopleGrants: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grants",
        abstract: "List what people may do beyond their roles, or may not.",
        discussion: Example.discussion("", "tomte people grants", "tomte people grants --denies --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "What people may not, instead of what they may.")
    var denies = false

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let answer = denies ? try await client.denies() : try await client.grants()
            try output.show(answer) { grants, console in
                if grants.isEmpty {
                    console.line("There are none; see tomte people \(denies ? "deny" : "grant") --help.")
                    return
                }
                var table = Table([Table.Column("ID"), Table.Column("PERSON"), Table.Column("WHAT")])
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
