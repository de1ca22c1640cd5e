import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte people role`.
struct PeopleRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "role",
        abstract: "Change the role of a person.",
        discussion: HelpDiscussion.discussion(
            """
            A person who becomes an owner or admin loses the clients that were approved by people who may not approve \
            clients of that role, and loses the PIN unless it was set at a client that stays. It shows what is lost \
            and asks for confirmation first.
            """,
            commands: "tomte people role anna admin", "tomte people role anna owner --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or name of the person.")
    var person: String

    @Argument(help: "The new role.")
    var role: Role

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let id = try await client.resolvePerson(person).id
            try output.show(try await change(id, client: client)) { person, console in
                console.line("\("✓", .good) \(person.name, .strong) now has the role \(person.role.rawValue).")
            }
        }
    }

    /// Asks for confirmation when the gateway reports that the change also removes clients or the PIN.
    private func change(_ id: PersonID, client: CLIClient) async throws(CLIError) -> CLIClient.Response<PersonBody> {
        do throws(CLIError) {
            return try await client.change(id, change: PersonChangeBody(role: role))
        } catch .problem(let problem) where problem.code == "confirmationNeeded" {
            Console.errors.prose(problem.detail)
            try confirmation.confirm("Give \(id.rawValue, .strong) the role \(role.rawValue)?")
            return try await client.change(id, change: PersonChangeBody(role: role, confirmed: true))
        }
    }
}
