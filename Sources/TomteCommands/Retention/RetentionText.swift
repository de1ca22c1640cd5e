import GatewayWire
import HomeModel

/// Terms and receipts as people read them.
enum RetentionText {
    static func table(_ terms: RetentionTerms) -> Table {
        var table = Table([Table.Column("KIND"), Table.Column("DAYS", .trailing)])
        for (kind, days) in [
            ("energy readings", terms.energyDays), ("environment readings", terms.environmentDays),
            ("energy by the hour", terms.energyRollUpDays ?? terms.energyDays),
            ("environment by the hour", terms.environmentRollUpDays ?? terms.environmentDays),
            ("audit, informational", terms.auditInformationalDays), ("audit, warning", terms.auditWarningDays),
            ("audit, security", terms.auditSecurityDays),
        ] {
            table.add([StyledText(kind), StyledText(String(days))])
        }
        return table
    }

    /// What is kept otherwise than its kind; nil when nothing is.
    static func table(_ series: [SeriesRetentionBody]) -> Table? {
        guard !series.isEmpty else { return nil }
        var table = Table([Table.Column("SERIES"), Table.Column("DAYS", .trailing), Table.Column("HELD BECAUSE")])
        for entry in series {
            table.add([
                StyledText("\(entry.id)"), StyledText(entry.days.map(String.init) ?? "–"),
                StyledText(entry.hold ?? "–"),
            ])
        }
        return table
    }

    static func sentence(_ receipt: RetentionReceipt) -> String {
        let counts = [
            (receipt.energyReadings, "energy readings"), (receipt.environmentReadings, "environment readings"),
            (receipt.stateChanges, "state changes"), (receipt.rollUps, "hourly roll-ups"),
            (receipt.auditEntries, "audit entries"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let removed = counts.isEmpty ? "nothing was removed." : "removed \(counts.joined(separator: ", "))."
        if let left = left(receipt) { return "\(removed) \(left)" }
        return counts.isEmpty ? "nothing was past its term." : removed
    }

    static func mark(_ receipt: RetentionReceipt) -> StyledText {
        left(receipt) == nil ? "\("✓", .good) " : "\("!", .warning) "
    }

    /// What a count afterwards found; nil when it found nothing.
    private static func left(_ receipt: RetentionReceipt) -> String? {
        switch receipt.overdue {
        case 0: nil
        case let overdue?: "\(overdue) records past their term are still there."
        case nil: "It ended early; what is left was not counted."
        }
    }
}
