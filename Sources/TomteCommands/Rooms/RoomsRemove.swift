import ArgumentParser
import GatewayWire
import HomeModel

/// The subcommand `tomte rooms remove`.
struct RoomsRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a room; its devices then have no room.",
        discussion: HelpDiscussion.discussion(
            "A room that a grant or deny names cannot be removed. On a terminal it asks for confirmation first.",
            commands: "tomte rooms remove hall --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or name of the room.")
    var room: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let found = try await client.resolveRoom(room)
            try confirmation.confirm("Remove \(found.name, .strong) (\(found.id)) from this home?")
            try await client.remove(found.id)
            Console.output.line("\("✓", .good) The room \(found.name, .strong) was removed.")
        }
    }
}
