import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

/// The subcommand `tomte devices findings`.
struct DevicesFindings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "findings",
        abstract: "List announcements that cannot be used, and messages that the broker should not retain.",
        discussion: HelpDiscussion.discussion("", commands: "tomte devices findings"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let now = Timestamp(Date())
            try output.show(try await client.findings()) { findings, console in
                if findings.isEmpty { return console.line("There are no findings.") }
                for finding in findings {
                    console.line("\(finding.id, .strong)  \(finding.topic)")
                    let times = finding.count > 1 ? ", \(finding.count) times" : ""
                    console.prose(
                        "\(finding.code): \(finding.detail) Last \(RelativeTime.text(finding.lastSeen, now: now))\(times).",
                        after: "    ")
                    if finding.isKept { console.prose("tomte devices clear \(finding.id)", after: "    → ") }
                }
            }
        }
    }
}
