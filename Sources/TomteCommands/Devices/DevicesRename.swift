import ArgumentParser
import GatewayWire
import HomeModel

/// The subcommand `tomte devices rename`.
struct DevicesRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a device; its id stays the same.",
        discussion: HelpDiscussion.discussion("", commands: "tomte devices rename lamp-7 \"Hall lamp\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the device.")
    var device: DeviceArgument

    @Argument(help: "The new name: 1 to 100 letters, numbers, spaces and - _ ( ).")
    var name: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let id = try await client.resolve(device).id
            try output.show(try await client.change(id, change: DeviceChangeBody(name: name))) { body, console in
                console.line("\("✓", .good) \(body.id) is now called \(body.name, .strong).")
            }
        }
    }
}
