import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

/// The subcommand `tomte devices list`.
struct DevicesList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the home's devices, or the discovered devices.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte devices list", "tomte devices list --discovered", "tomte devices list --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "List discovered devices, which have announced themselves and are not adopted.")
    var discovered = false

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
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

    /// The message for an empty list, which depends on the permissions of the caller.
    private static func nothing(for client: GatewayClient) async throws(CLIError) -> String {
        try await client.home().body().permissions.contains(.addDevices)
            ? "There are no devices yet; tomte devices list --discovered shows discovered devices."
            : "There is no device that you may see now. An owner or admin can grant you permissions."
    }
}
