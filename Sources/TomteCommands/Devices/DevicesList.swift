import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct DevicesList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the home's devices, or what waits to be adopted.",
        discussion: Example.discussion(
            "", "tomte devices list", "tomte devices list --discovered", "tomte devices list --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "What announced itself and is not adopted.")
    var discovered = false

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let now = Timestamp(Date())
            if discovered {
                try output.show(try await client.discovered()) { devices, console in
                    console.lines(DiscoveredListing(now: now).lines(devices, limit: console.terminal.lineLimit))
                }
            } else {
                let answer = try await client.devices()
                let nothing = try await answer.body().isEmpty && !output.isJSON ? Self.nothing(for: client) : ""
                try output.show(answer) { devices, console in
                    if devices.isEmpty {
                        console.line("\(nothing)")
                    } else {
                        console.table(DeviceTable.table(devices))
                    }
                }
            }
        }
    }

    /// What an empty list means to who asks.
    private static func nothing(for client: GatewayClient) async throws(CommandFailure) -> String {
        try await client.home().body().permissions.contains(.addDevices)
            ? "No devices yet; see what waits with tomte devices list --discovered."
            : "There is no device that you may see now. An owner or admin can allow more."
    }
}
