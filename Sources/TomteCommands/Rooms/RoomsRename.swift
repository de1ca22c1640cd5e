import ArgumentParser
import GatewayWire
import HomeModel

/// The subcommand `tomte rooms rename`.
struct RoomsRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a room; its id stays the same.",
        discussion: HelpDiscussion.discussion("", commands: "tomte rooms rename hall \"Entrance hall\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the room.")
    var room: String

    @Argument(help: "The new name: 1 to 100 letters, numbers, spaces and - _ ( ).")
    var name: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let id = try await client.resolveRoom(room).id
            try output.show(try await client.rename(id, room: RoomNameBody(name: name))) { room, console in
                console.line("\("✓", .good) The room \(room.id) is now called \(room.name, .strong).")
            }
        }
    }
}
