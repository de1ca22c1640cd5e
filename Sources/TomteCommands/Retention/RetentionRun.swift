import ArgumentParser

/// The subcommand `tomte retention run`.
struct RetentionRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Remove the records past their term now, and show how many.",
        discussion: HelpDiscussion.discussion(
            "The gateway needs a confirmation when its clock is days ahead of the last known time.",
            commands: "tomte retention run", "tomte retention run --confirm"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Run even if the clock may be wrong; check the date first.")
    var trustClock = false

    @Flag(help: "Run even if the clock is far ahead of the last run; check the date first.")
    var confirm = false

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.runRetention(trustingClock: trustClock, isConfirmed: confirm)) {
                receipt, console in
                console.prose(RetentionText.sentence(receipt), after: RetentionText.mark(receipt))
            }
        }
    }
}
