import Foundation
import HomeModel

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
                StyledText(actor(entry)), StyledText(entry.target ?? ""), StyledText(details(entry)),
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

    private static func details(_ entry: AuditEntry) -> String {
        let repeated = entry.count.map { ["\($0) more times"] } ?? []
        let metadata = entry.metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let severity = entry.severity == .informational ? [] : [entry.severity.rawValue]
        guard !entry.asksForPIN else { return (["asked for a PIN"] + repeated + metadata).joined(separator: " ") }
        return (severity + repeated + metadata).joined(separator: " ")
    }

    private static func style(_ severity: AuditSeverity) -> Style? {
        switch severity {
        case .informational: nil
        case .warning: .warning
        case .security: .strong
        }
    }
}
