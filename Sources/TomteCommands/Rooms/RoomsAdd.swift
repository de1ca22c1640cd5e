import ArgumentParser
import GatewayWire
import HomeModel

struct RoomsAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a room.",
        discussion: Example.discussion("", "tomte rooms add \"Utility room\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The name: 1 to 100 letters, numbers, spaces and - _ ( ).")
    var name: String

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.addRoom(RoomNameBody(name: name))) { room, console in
                console.line("\("✓", .good) \(room.name, .strong) is a room now: \(room.id)")
            }
        }
    }
}
