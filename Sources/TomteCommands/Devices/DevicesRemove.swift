import ArgumentParser
import GatewayWire
import HomeModel

/// The subcommand `tomte devices remove`.
struct DevicesRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a device from the home.",
        discussion: HelpDiscussion.discussion(
            "On a terminal it asks for confirmation first.", commands: "tomte devices remove lamp-7 --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or name of the device.")
    var device: DeviceArgument

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let found = try await client.resolve(device)
            try confirmation.confirm("Remove \(found.name, .strong) (\(found.id)) from this home?")
            try await client.remove(found.id)
            Console.output.line("\("✓", .good) \(found.name, .strong) was removed.")
        }
    }
}
