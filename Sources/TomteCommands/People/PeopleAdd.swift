import ArgumentParser
import GatewayWire
import HomeModel

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
