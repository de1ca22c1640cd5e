import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

/// The subcommand `tomte retention show`.
struct RetentionShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show how long each kind of record is kept.",
        discussion: HelpDiscussion.discussion("", commands: "tomte retention show", "tomte retention show --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.retention()) { retention, console in
                console.table(RetentionText.table(retention.terms))
                if let series = RetentionText.table(retention.series) { console.table(series) }
                if let receipt = retention.lastRun {
                    let age = RelativeTime.text(receipt.at, now: Timestamp(Date()))
                    console.prose("Last run \(age): \(RetentionText.sentence(receipt))")
                } else {
                    console.line("Retention has not run yet.")
                }
            }
        }
    }
}
