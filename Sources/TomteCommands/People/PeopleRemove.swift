import ArgumentParser
import GatewayWire
import HomeModel

struct PeopleRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a person; all that they may do ends at once.",
        discussion: Example.discussion("On a terminal it asks first.", "tomte people remove anna --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or name.")
    var person: String

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let found = try await client.resolvePerson(person)
            try confirmation.confirm("Remove \(found.name, .strong) (\(found.id), \(found.role.rawValue))?")
            try await client.remove(found.id)
            Console.output.line("\("✓", .good) \(found.name, .strong) is removed.")
        }
    }
}
