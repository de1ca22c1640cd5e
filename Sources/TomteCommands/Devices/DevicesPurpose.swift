import ArgumentParser
import GatewayWire
import HomeModel

struct DevicesPurpose: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purpose",
        abstract: "Say what a relay, plug or cover moves or feeds.",
        discussion: Example.discussion(
            "It decides which commands are sensitive.", "tomte devices purpose plug-2/relay-1 light"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name; without a part, every part that asks.")
    var device: DeviceAddress

    @Argument(help: "What it moves or feeds.")
    var purpose: Purpose

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let found = try await client.resolve(device)
            let asking = found.parts.filter(\.asksForPurpose).map(\.id)
            let parts = device.part.map { [$0] } ?? (asking.isEmpty ? [.main] : asking)
            let purposes = Dictionary(parts.map { ($0, purpose) }, uniquingKeysWith: { $1 })
            try output.show(try await client.change(found.id, DeviceChangeBody(purposes: purposes))) { body, console in
                let names = parts.map(\.rawValue).joined(separator: ", ")
                console.line("\("✓", .good) \(body.name, .strong) \(names): \(purpose.rawValue).")
            }
        }
    }
}
