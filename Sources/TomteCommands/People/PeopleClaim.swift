import ArgumentParser
import GatewayWire

/// The subcommand `tomte people claim`.
struct PeopleClaim: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "claim",
        abstract: "Show a code with which the first owner claims the home. Only at the gateway.",
        discussion: HelpDiscussion.discussion(
            "tomte run shows a code too, as long as the home has no owner. A new code makes the previous one invalid.",
            commands: "tomte people claim", "tomte people claim --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.claimCode()) { payload, console in
                PairingSheet(payload).show(on: console)
            }
        }
    }
}
