import ArgumentParser
import GatewayWire
import HomeModel

/// The subcommand `tomte people list`.
struct PeopleList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the people and their roles.",
        discussion: HelpDiscussion.discussion("", commands: "tomte people list", "tomte people list --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.people()) { people, console in
                if people.isEmpty {
                    console.line("There are no people yet; add one with tomte people add NAME --role owner.")
                    return
                }
                var table = Table([
                    Table.Column("ID"), Table.Column("NAME"), Table.Column("ROLE", isNeverTruncated: true),
                ])
                for person in people {
                    table.add([
                        StyledText(person.id.rawValue), StyledText(person.name), StyledText(person.role.rawValue),
                    ])
                }
                console.table(table)
            }
        }
    }
}
