import ArgumentParser
import GatewayWire
import HomeModel

/// The subcommand `tomte rooms add`.
struct RoomsAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a room.",
        discussion: HelpDiscussion.discussion("", commands: "tomte rooms add \"Utility room\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Name of the room: 1 to 100 letters, numbers, spaces and - _ ( ).")
    var name: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.addRoom(RoomNameBody(name: name))) { room, console in
                console.line("\("✓", .good) The room \(room.name, .strong) was added. Id: \(room.id)")
            }
        }
    }
}
