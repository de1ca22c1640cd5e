import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte people`.
struct PeopleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people",
        abstract: "Manage the people of the home, their clients and their rights.",
        discussion: HelpDiscussion.discussion(
            "PERSON is an id, or a name that only one person has.", commands: "tomte people list"),
        subcommands: [
            PeopleClaim.self, PeopleAdd.self, PeopleList.self, PeopleInvite.self, PeopleInvitations.self,
            PeopleApprove.self, PeopleClients.self, PeopleRename.self, PeopleRole.self, PeoplePIN.self,
            PeopleGrants.self, PeopleGrant.self, PeopleDeny.self, PeopleAmend.self, PeopleToken.self, PeopleRevoke.self,
            PeopleUnlock.self, PeopleRemove.self, PeopleWhy.self,
        ])
}

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

/// The subcommand `tomte people add`.
struct PeopleAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a person.",
        discussion: HelpDiscussion.discussion("", commands: "tomte people add Anna --role member"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Name of the person: 1 to 100 letters, numbers, spaces and - _ ( ).")
    var name: String

    @Option(help: "Role of the person.")
    var role: Role

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.add(NewPersonBody(name: name, role: role))) { person, console in
                console.line(
                    "\("✓", .good) \(person.name, .strong) was added as \(person.role.rawValue). Id: \(person.id)")
            }
        }
    }
}

/// The subcommand `tomte people remove`.
struct PeopleRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a person; all their rights end at once.",
        discussion: HelpDiscussion.discussion(
            """
            On a terminal it asks for confirmation first. The audit log still names the person until its entries have passed
            their term; tomte privacy erase deletes that too.
            """, commands: "tomte people remove anna --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or name of the person.")
    var person: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let found = try await client.resolvePerson(person)
            try confirmation.confirm("Remove \(found.name, .strong) (\(found.id), \(found.role.rawValue))?")
            try await client.remove(found.id)
            Console.output.line("\("✓", .good) \(found.name, .strong) was removed.")
        }
    }
}
