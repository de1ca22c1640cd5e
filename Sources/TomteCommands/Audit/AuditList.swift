import ArgumentParser
import Foundation
import HomeModel

/// The subcommand `tomte audit list`.
struct AuditList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the audit entries: what was done, and by whom.",
        discussion: HelpDiscussion.discussion(
            """
            The newest entries come first. Owners and admins see all entries, members only
            their own.
            """, commands: "tomte audit list --since 1d",
            "tomte audit list --event device.control --severity security --limit 20",
            "tomte audit list --actor anna --refused", "tomte audit list --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var selection: AuditSelection

    @Option(help: "Maximum number of entries.")
    var limit: Int?

    func validate() throws {
        guard limit.map({ $0 > 0 }) ?? true else { throw ValidationError("--limit must be 1 or more.") }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let answer = try await client.audit(selection, limit: limit)
            if try answer.body().isEmpty { try await selection.checkActor(client) }
            try output.show(answer) { records, console in
                if records.isEmpty {
                    console.line("No audit entry matches.")
                } else {
                    console.table(AuditTable.table(records))
                }
            }
        }
    }
}
