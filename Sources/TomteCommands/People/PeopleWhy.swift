import ArgumentParser
import GatewayWire
import HomeModel

struct PeopleWhy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Say whether someone may do something, and why.",
        discussion: Example.discussion(
            "It answers what a command would get now. The exit code is 3 when nothing of it is allowed.",
            "tomte people why anna controlDevices front-door --capability lock",
            "tomte people why \"Old Tom\" viewEnergy"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name.")
    var person: String

    @Argument(help: "What they would like to do.")
    var permission: Permission

    @Argument(help: "Id or name, with a part where there are several.")
    var device: DeviceAddress?

    @Option(help: "Which capability of it.")
    var capability: CapabilityName?

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let id = try await client.resolvePerson(person).id
            var target: DeviceID?
            if let device { target = try await client.resolve(device).id }
            let answer = try await client.why(
                id, permission, device: target, part: device?.part, capability: capability)
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
