import ArgumentParser
import GatewayWire
import HomeModel

struct DevicesMove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Put a device into another room.",
        discussion: Example.discussion("", "tomte devices move lamp-7 Hall"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name.")
    var device: DeviceAddress

    @Argument(help: "The room's name or id; a new name makes a room.")
    var room: String

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let id = try await client.resolve(device).id
            let rooms = await KnownRooms(client)
            try output.show(try await client.change(id, DeviceChangeBody(room: room))) { body, console in
                console.line("\("✓", .good) \(body.name, .strong) is in \(body.room?.name ?? "no room") now.")
                rooms.tell(ofNew: body.room, console)
            }
        }
    }
}
