import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

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

/// The subcommand `tomte devices clear`.
struct DevicesClear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Clear a finding, and delete its message if the broker retains it.",
        discussion: HelpDiscussion.discussion(
            "FINDING is an id of tomte devices findings. On a terminal it asks for confirmation first.",
            commands: "tomte devices clear f3 --yes", "tomte devices clear --all --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id of the finding.")
    var finding: String?

    @Flag(help: "Clear all findings.")
    var all = false

    func validate() throws {
        guard all != (finding != nil) else { throw ValidationError("Give the id of a finding, or --all.") }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let found = try await client.findings().body()
            let chosen = all ? found : found.filter { $0.id.rawValue == finding }
            guard all || !chosen.isEmpty else {
                throw .invalid(
                    "There is no finding “\(EscapedText(finding ?? "", limit: 40))”; see tomte devices findings.")
            }
            let topics = chosen.prefix(5).map(\.topic).joined(separator: ", ") + (chosen.count > 5 ? ", …" : "")
            if !chosen.isEmpty { try confirmation.confirm("Clear \(topics)?") }
            for finding in chosen { try await client.clear(finding.id) }
            Console.output.line("\("✓", .good) Findings cleared: \(chosen.count).")
        }
    }
}
