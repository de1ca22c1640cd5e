import ArgumentParser
import GatewayWire

struct PeopleClaim: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "claim",
        abstract: "Show a code by which the first owner takes the home. At the gateway itself.",
        discussion: Example.discussion(
            "tomte run shows one too while nobody owns the home; a new code ends the one of before.",
            "tomte people claim", "tomte people claim --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.claimCode()) { payload, console in
                PairingSheet(payload).show(on: console)
            }
        }
    }
}
