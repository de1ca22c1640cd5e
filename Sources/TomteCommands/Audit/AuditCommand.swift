import ArgumentParser
import Foundation
import CoreFoundation
import HomeModel
import TomteClient

/// The subcommand `tomte audit`.
struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Show the audit log, and verify that it was not changed.",
        discussion: HelpDiscussion.discussion("", commands: "tomte audit list --since 1d"),
        subcommands: [AuditList.self, AuditVerify.self, AuditHeadsCommand.self, AuditExport.self])
}

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
            let clock = try await HomeClockText(of: client)
            let answer = try await client.audit(selection.query(now: Timestamp(Date())), limit: limit)
            if try answer.body().isEmpty { try await selection.checkActor(client) }
            try output.show(answer) { records, console in
                if records.isEmpty {
                    console.line("No audit entry matches.")
                } else {
                    console.table(AuditTable.table(records, zone: clock.zone))
                    console.line(StyledText(clock.note))
                }
            }
        }
    }
}

/// Audit entries, one line each.
enum AuditTable {
    static func table(_ records: [AuditRecord], zone: TimeZone = .current) -> Table {
        var table = Table([
            Table.Column(" ", isNeverTruncated: true), Table.Column("TIME", isNeverTruncated: true),
            Table.Column("EVENT", isNeverTruncated: true),
            Table.Column("ACTOR"), Table.Column("TARGET"), Table.Column("DETAILS"),
        ])
        for record in records {
            let entry = record.entry
            table.add([
                mark(of: entry),
                StyledText(LocalTime.full(record.time, in: zone)),
                StyledText(entry.event.rawValue, style: entry.asksForPIN ? nil : style(entry.severity)),
                StyledText(actor(entry)), StyledText(entry.target ?? ""),
                StyledText(details(entry, isErased: record.isErased == true)),
            ])
        }
        return table
    }

    private static func mark(of entry: AuditEntry) -> StyledText {
        if entry.asksForPIN { return StyledText("?") }
        return entry.success ? StyledText("✓", style: .good) : StyledText("✗", style: .bad)
    }

    private static func actor(_ entry: AuditEntry) -> String {
        entry.role.map { "\(entry.actor) (\($0.rawValue))" } ?? entry.actor
    }

    private static func details(_ entry: AuditEntry, isErased: Bool) -> String {
        let repeated = entry.count.map { ["\($0) more times"] } ?? []
        let metadata = entry.metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let severity = entry.severity == .informational ? [] : [entry.severity.rawValue]
        let first = entry.asksForPIN ? ["asked for a PIN"] : severity
        let erased = isErased ? ["(details were erased)"] : []
        return (first + repeated + metadata + erased).joined(separator: " ")
    }

    private static func style(_ severity: AuditSeverity) -> Style? {
        switch severity {
        case .informational: nil
        case .warning: .warning
        case .security: .strong
        }
    }
}

/// The subcommand `tomte audit export`.
struct AuditExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export audit entries as JSON Lines, newest first.",
        discussion: HelpDiscussion.discussion(
            "The first entry is the one that records this export.",
            commands: "tomte audit export --since 30d -o audit.jsonl", "tomte audit export --event auth.login"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var selection: AuditSelection

    @Option(name: .shortAndLong, help: ArgumentHelp("Output file (default: standard output).", valueName: "file"))
    var output: String?

    func run() async throws(CLIError) {
        let file = try output.map { path throws(CLIError) in try OutputFile.create(path) }
        let console = file ?? Console.output
        try await gateway.withClient { client throws(CLIError) in
            try await client.auditExport(selection.query(now: Timestamp(Date()))) { bytes throws(CLIError) in
                console.raw(bytes)
            }
        }
        file?.close()
    }
}
