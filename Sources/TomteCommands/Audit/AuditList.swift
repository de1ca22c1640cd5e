import ArgumentParser
import Foundation
import HomeModel

struct AuditList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what was done, and by whom.",
        discussion: Example.discussion(
            """
            The newest come first. Owners and admins see everything, members what they did
            themselves.
            """, "tomte audit list --since 1d",
            "tomte audit list --event device.control --severity security --limit 20",
            "tomte audit list --actor anna --refused", "tomte audit list --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var selection: AuditSelection

    @Option(help: "At most so many.")
    var limit: Int?

    func validate() throws {
        guard limit.map({ $0 > 0 }) ?? true else { throw ValidationError("--limit takes 1 or more.") }
    }

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let answer = try await client.audit(selection, limit: limit)
            if try answer.body().isEmpty { try await selection.checkActor(client) }
            try output.show(answer) { records, console in
                if records.isEmpty {
                    console.line("Nothing like that was written down.")
                } else {
                    console.table(AuditTable.table(records))
                }
            }
        }
    }
}
