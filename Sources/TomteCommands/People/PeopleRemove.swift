import ArgumentParser
import GatewayWire
import HomeModel

/// The subcommand `tomte people remove`.
struct PeopleRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a person; all their rights end at once.",
        discussion: HelpDiscussion.discussion(
            "On a terminal it asks for confirmation first.", commands: "tomte people remove anna --yes"))

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
