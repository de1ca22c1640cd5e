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
        var table = Table([
            Table.Column("SERIES"), Table.Column("DAYS", .trailing), Table.Column("BY THE HOUR", .trailing),
            Table.Column("HELD BECAUSE"),
        ])
        for entry in series {
            table.add([
                StyledText("\(entry.id)"), StyledText(entry.days.map(String.init) ?? "–"),
                StyledText(entry.rollUpDays.map(String.init) ?? "–"), StyledText(entry.hold ?? "–"),
            ])
        }
        return table
    }

    /// What is kept of one series from now on.
    static func sentence(_ exception: RetentionException, of series: SeriesID, _ terms: RetentionTerms) -> String {
        if exception.isHeld { return "\(series) is held: everything is kept until the hold is released." }
        let readings = exception.days.map { "\($0) days" } ?? "as long as those of its kind"
        guard let hours = exception.rollUpDays else {
            guard let days = exception.days else { return "\(series) is kept as long as its kind." }
            let longest = max(terms.rollUpTerm(of: .energy), terms.rollUpTerm(of: .environment))
            guard .days(days) < longest else { return "\(series) is kept \(days) days." }
            return "\(series) is kept \(days) days. Where that is shorter than its kind, the hourly roll-ups are deleted "
                + "with the readings; --roll-up-days keeps them longer."
        }
        return "The readings of \(series) are kept \(readings), its hourly roll-ups \(hours) days."
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
