import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

/// The subcommand `tomte devices show`.
struct DevicesShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a device's parts, what they can do, and their values.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte devices show hall-lamp", "tomte devices show \"Hall lamp\""))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the device, or DEVICE/PART for one of its parts.")
    var device: DeviceArgument

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let id = try await client.resolve(device).id
            try output.show(try await client.device(id)) { body, console in
                let sheet = DeviceSheet(body, now: Timestamp(Date()))
                console.lines(sheet.lines(part: device.part, limit: console.terminal.lineLimit))
            }
        }
    }
}
