import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

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
            let answer = try await client.device(id)
            // Nil also for a caller who may not see the plan.
            let plan = try? await client.keyRotationPlan().body()
            let cutOff = plan?.items.first { $0.isCutOff == true && $0.devices?.contains(id) == true }
            try output.show(answer) { body, console in
                let sheet = DeviceSheet(body, cutOff: cutOff, now: Timestamp(Date()))
                console.lines(sheet.lines(part: device.part, limit: console.terminal.lineLimit))
            }
        }
    }
}
