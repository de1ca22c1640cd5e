import ArgumentParser
import GatewayWire
import HomeModel

struct PeopleAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a person.",
        discussion: Example.discussion("", "tomte people add Anna --role member"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The name: 1 to 100 letters, numbers, spaces and - _ ( ).")
    var name: String

    @Option(help: "Their place in the home.")
    var role: Role

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.add(NewPersonBody(name: name, role: role))) { person, console in
                console.line("\("✓", .good) \(person.name, .strong) is here as \(person.role.rawValue): \(person.id)")
            }
        }
    }
}
