import ArgumentParser

struct RetentionRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Remove what is past its term now, and say how much that was.",
        discussion: Example.discussion("", "retention run"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.runRetention()) { receipt, console in
                console.prose(RetentionText.sentence(receipt), after: "\("✓", .good) ")
            }
        }
    }
}
