import ArgumentParser
import GatewayWire
import HomeModel

struct RoomsRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a room; its devices are in none afterwards.",
        discussion: Example.discussion(
            "A room that a grant or deny names stays. On a terminal it asks first.", "tomte rooms remove hall --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or name.")
    var room: String

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let found = try await client.resolveRoom(room)
            try confirmation.confirm("Remove \(found.name, .strong) (\(found.id)) from this home?")
            try await client.remove(found.id)
            Console.output.line("\("✓", .good) \(found.name, .strong) is removed.")
        }
    }
}
