import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte people why`.
struct PeopleWhy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Show whether a person may do something, and why.",
        discussion: HelpDiscussion.discussion(
            "The decision is that for a request sent now; the reason names the role, grant or deny that decides, and when a "
                + "grant applies next. The exit code is 3 when nothing is allowed.",
            commands: "tomte people why anna controlDevices front-door --capability lock",
            "tomte people why \"Old Tom\" viewEnergy"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the person.")
    var person: String

    @Argument(help: "The permission to check.")
    var permission: Permission

    @Argument(help: "Id or name of the device, or DEVICE/PART for one of its parts.")
    var device: DeviceArgument?

    @Option(help: "Capability of the device.")
    var capability: CapabilityName?

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let id = try await client.resolvePerson(person).id
            var target: DeviceID?
            if let device { target = try await client.resolve(device).id }
            let answer = try await client.why(
                id, permission: permission, device: target, part: device?.part, capability: capability)
            try output.show(answer) { why, console in
                let mark: StyledText =
                    !why.isAllowed
                    ? "\("✗ no", .bad): "
                    : why.needsPIN || why.isPartial ? "\("✓ in part", .good): " : "\("✓ yes", .good): "
                console.prose(why.reason, after: mark)
            }
            guard try answer.body().isAllowed else { throw .ended(.refused) }
        }
    }
}
