import ArgumentParser
import GatewayWire
import HomeModel

/// The subcommand `tomte devices purpose`.
struct DevicesPurpose: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purpose",
        abstract: "Set what a relay, plug or cover moves or supplies with power.",
        discussion: HelpDiscussion.discussion(
            "The purpose decides which commands are sensitive.", commands: "tomte devices purpose plug-2/relay-1 light")
    )

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the device, or DEVICE/PART; without a part, every part that needs a purpose.")
    var device: DeviceArgument

    @Argument(help: "The purpose: the thing that the part moves or supplies with power.")
    var purpose: Purpose

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let found = try await client.resolve(device)
            let asking = found.parts.filter(\.asksForPurpose).map(\.id)
            let parts = device.part.map { [$0] } ?? (asking.isEmpty ? [.main] : asking)
            let purposes = Dictionary(parts.map { ($0, purpose) }, uniquingKeysWith: { $1 })
            try output.show(try await client.change(found.id, change: DeviceChangeBody(purposes: purposes))) {
                body, console in
                let names = parts.map(\.rawValue).joined(separator: ", ")
                console.line("\("✓", .good) \(body.name, .strong) \(names): \(purpose.rawValue).")
            }
        }
    }
}
