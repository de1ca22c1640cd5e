import ArgumentParser
import GatewayWire
import HomeModel

/// The subcommand `tomte devices move`.
struct DevicesMove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a device to another room.",
        discussion: HelpDiscussion.discussion("", commands: "tomte devices move lamp-7 Hall"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the device.")
    var device: DeviceArgument

    @Argument(help: "Id or name of the room; a new name adds a room.")
    var room: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let id = try await client.resolve(device).id
            let rooms = await KnownRooms(client)
            try output.show(try await client.change(id, change: DeviceChangeBody(room: room))) { body, console in
                console.line("\("✓", .good) \(body.name, .strong) is now in \(body.room?.name ?? "no room").")
                rooms.reportNewRoom(ofNew: body.room, console)
            }
        }
    }
}
