import ArgumentParser

struct RetentionRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Remove what is past its term now, and say how much that was.",
        discussion: Example.discussion(
            "The gateway asks before it deletes by a clock that is days ahead of what it last knew.",
            "tomte retention run", "tomte retention run --confirm"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Also when the clock may be wrong: check the date first.")
    var trustClock = false

    @Flag(help: "Also when the clock is far ahead of the last run: check the date first.")
    var confirm = false

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.runRetention(trustingClock: trustClock, isConfirmed: confirm)) { receipt, console in
                console.prose(RetentionText.sentence(receipt), after: RetentionText.mark(receipt))
            }
        }
    }
}
