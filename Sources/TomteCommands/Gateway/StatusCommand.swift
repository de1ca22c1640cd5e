import ArgumentParser
import Foundation
import HomeModel

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show how broker, discovery, storage, clock and certificates are.",
        discussion: Example.discussion("", "tomte status", "tomte status --state /var/lib/tomte --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.diagnostics()) { diagnostics, console in
                let report = StatusReport(diagnostics, now: Timestamp(Date()))
                console.lines(report.lines(limit: console.terminal.lineLimit))
            }
        }
    }
}
