import ArgumentParser
import GatewayWire
import HomeModel

struct PeopleRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "role",
        abstract: "Give a person another role.",
        discussion: Example.discussion("", "tomte people role anna admin"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name.")
    var person: String

    @Argument(help: "Their new place in the home.")
    var role: Role

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let id = try await client.resolvePerson(person).id
            try output.show(try await client.change(id, PersonChangeBody(role: role))) { person, console in
                console.line("\("✓", .good) \(person.name, .strong) is \(person.role.rawValue) now.")
            }
        }
    }
}
