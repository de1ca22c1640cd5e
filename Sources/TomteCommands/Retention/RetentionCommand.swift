import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte retention`.
struct RetentionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "Show and set how long records are kept.",
        discussion: HelpDiscussion.discussion("", commands: "tomte retention show"),
        subcommands: [
            RetentionShow.self, RetentionSet.self, RetentionKeep.self, RetentionHold.self, RetentionRun.self,
        ])
}

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
                if let presence = retention.presence { console.prose(RetentionText.sentence(presence)) }
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

/// The subcommand `tomte retention run`.
struct RetentionRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Remove the records past their term now, and show how many.",
        discussion: HelpDiscussion.discussion(
            """
            The gateway needs a confirmation when its clock is days ahead of the last known time. The run also deletes
            what a withdrawn consent left until now.
            """,
            commands: "tomte retention run", "tomte retention run --confirm", "tomte retention run --trust-clock"))

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
