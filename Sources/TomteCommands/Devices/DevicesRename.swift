import ArgumentParser
import GatewayWire
import HomeModel

struct DevicesRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a device another name; its id stays.",
        discussion: Example.discussion("", "tomte devices rename lamp-7 \"Hall lamp\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name.")
    var device: DeviceAddress

    @Argument(help: "The new name: 1 to 100 letters, numbers, spaces and - _ ( ).")
    var name: String

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let id = try await client.resolve(device).id
            try output.show(try await client.change(id, DeviceChangeBody(name: name))) { body, console in
                console.line("\("✓", .good) \(body.id) is called \(body.name, .strong) now.")
            }
        }
    }
}
