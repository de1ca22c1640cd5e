import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct DevicesFindings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "findings",
        abstract: "List what devices announced that cannot be used, and what the broker keeps that it should not.",
        discussion: Example.discussion("", "tomte devices findings"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let now = Timestamp(Date())
            try output.show(try await client.findings()) { findings, console in
                if findings.isEmpty { return console.line("Nothing was found.") }
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
