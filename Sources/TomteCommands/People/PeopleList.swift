import ArgumentParser
import GatewayWire
import HomeModel

struct PeopleList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the people and their roles.",
        discussion: Example.discussion("", "tomte people list", "tomte people list --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.people()) { people, console in
                if people.isEmpty {
                    console.line("Nobody yet; add someone with tomte people add NAME --role owner.")
                    return
                }
                var table = Table([Table.Column("ID"), Table.Column("NAME"), Table.Column("ROLE", isWhole: true)])
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
