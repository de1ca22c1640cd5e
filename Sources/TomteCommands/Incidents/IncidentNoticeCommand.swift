import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte incident notice`.
struct IncidentNoticeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notice",
        abstract: "Print a draft of a notice to the people concerned.",
        discussion: HelpDiscussion.discussion(
            """
            Change the draft before you send it; Tomte sends nothing. Its last part shows the 72 hours of the GDPR, which
            do not apply to a private household.
            """, commands: "tomte incident notice 7k2mq4tz9xb1c8de",
            "tomte incident notice 7k2mq4tz9xb1c8de --language sv"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The id of the incident.")
    var id: IncidentID

    @Option(help: ArgumentHelp("en or sv (default: that of this terminal).", valueName: "language"))
    var language: String?

    func run() async throws(CLIError) {
        let wanted =
            language
            ?? LanguageTag(localeName: ProcessInfo.processInfo.environment["LANG"] ?? "").map { "\($0)" }
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.incidentNotice(id, language: wanted)) { notice, console in
                for line in notice.text.split(separator: "\n", omittingEmptySubsequences: false) {
                    console.prose(EscapedText(String(line), limit: 4000).description)
                }
            }
        }
    }
}
