import ArgumentParser
import GatewayWire
import HomeModel

struct RoomsRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a room another name; its id stays.",
        discussion: Example.discussion("", "tomte rooms rename hall \"Entrance hall\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name.")
    var room: String

    @Argument(help: "The new name: 1 to 100 letters, numbers, spaces and - _ ( ).")
    var name: String

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let id = try await client.resolveRoom(room).id
            try output.show(try await client.rename(id, RoomNameBody(name: name))) { room, console in
                console.line("\("✓", .good) \(room.id) is called \(room.name, .strong) now.")
            }
        }
    }
}
