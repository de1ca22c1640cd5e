import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct RetentionShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show how long each kind of record is kept.",
        discussion: Example.discussion("", "tomte retention show", "tomte retention show --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.retention()) { retention, console in
                console.table(RetentionText.table(retention.terms))
                if let series = RetentionText.table(retention.series) { console.table(series) }
                if let receipt = retention.lastRun {
                    let age = RelativeTime.text(receipt.at, now: Timestamp(Date()))
                    console.prose("Last run \(age): \(RetentionText.sentence(receipt))")
                } else {
                    console.line("It has not run yet.")
                }
            }
        }
    }
}
