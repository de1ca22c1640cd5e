import ArgumentParser
import Foundation
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
                try output.show(try await client.devices()) { devices, console in
                    if devices.isEmpty {
                        console.line("No devices yet; see what waits with tomte devices list --discovered.")
                    } else {
                        console.table(DeviceTable.table(devices))
                    }
                }
            }
        }
    }
}
