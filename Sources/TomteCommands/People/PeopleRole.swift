import ArgumentParser
import GatewayWire
import HomeModel

struct PeopleRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "role",
        abstract: "Give a person another role.",
        discussion: Example.discussion(
            """
            A person who becomes an owner or admin loses the clients that were approved by people who may not let in such a person, and a PIN that \
            was not set at a client that stays. It shows which, and asks first.
            """,
            "tomte people role anna admin", "tomte people role anna owner --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or name.")
    var person: String

    @Argument(help: "Their new place in the home.")
    var role: Role

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let id = try await client.resolvePerson(person).id
            try output.show(try await change(id, client)) { person, console in
                console.line("\("✓", .good) \(person.name, .strong) is \(person.role.rawValue) now.")
            }
        }
    }

    /// Asks where the change takes more away than was said.
    private func change(_ id: PersonID, _ client: GatewayClient) async throws(CommandFailure) -> Answer<PersonBody> {
        do throws(CommandFailure) {
            return try await client.change(id, PersonChangeBody(role: role))
        } catch .problem(let problem) where problem.code == "confirmationNeeded" {
            Console.errors.prose(problem.detail)
            try confirmation.confirm("Give \(id.rawValue, .strong) the role \(role.rawValue)?")
            return try await client.change(id, PersonChangeBody(role: role, confirmed: true))
        }
    }
}
