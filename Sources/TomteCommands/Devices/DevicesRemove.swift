import ArgumentParser
import GatewayWire
import HomeModel

struct DevicesRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take a device out of the home.",
        discussion: Example.discussion("On a terminal it asks first.", "tomte devices remove lamp-7 --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id or name.")
    var device: DeviceAddress

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let found = try await client.resolve(device)
            try confirmation.confirm("Remove \(found.name, .strong) (\(found.id)) from this home?")
            try await client.remove(found.id)
            Console.output.line("\("✓", .good) \(found.name, .strong) is removed.")
        }
    }
}
