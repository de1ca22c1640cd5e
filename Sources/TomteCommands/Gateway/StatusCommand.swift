import ArgumentParser
import Foundation
import HomeModel

/// The subcommand `tomte status`.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the status of the broker, discovery, storage, clock and certificates.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte status", "tomte status --state /var/lib/tomte --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.diagnostics()) { diagnostics, console in
                let report = StatusReport(diagnostics, now: Timestamp(Date()))
                console.lines(report.lines(limit: console.terminal.lineLimit))
            }
        }
    }
}
