import ArgumentParser
import Foundation
import HomeModel

struct AuditList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what was done, and by whom.",
        discussion: Example.discussion(
            "", "tomte audit list --since 1d", "tomte audit list --event device.control --severity security --limit 20",
            "tomte audit list --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Option(help: "From when: an RFC 3339 time, or so long ago.")
    var since: Moment?

    @Option(help: "Only this event.")
    var event: AuditEvent?

    @Option(help: "Only this severity.")
    var severity: AuditSeverity?

    @Option(help: "At most so many.")
    var limit: Int?

    func validate() throws {
        guard limit.map({ $0 > 0 }) ?? true else { throw ValidationError("--limit takes 1 or more.") }
    }

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let answer = try await client.audit(
                since: since?.timestamp(before: Timestamp(Date())), event: event, severity: severity, limit: limit)
            try output.show(answer) { records, console in
                if records.isEmpty {
                    console.line("Nothing was written down in that time.")
                } else {
                    console.table(AuditTable.table(records))
                }
            }
        }
    }
}
