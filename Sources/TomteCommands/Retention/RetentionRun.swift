import ArgumentParser

struct RetentionRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Remove what is past its term now, and say how much that was.",
        discussion: Example.discussion("", "tomte retention run"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Also when the clock may be wrong: check the date first.")
    var trustClock = false

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.runRetention(trustingClock: trustClock)) { receipt, console in
                console.prose(RetentionText.sentence(receipt), after: RetentionText.mark(receipt))
            }
        }
    }
}
