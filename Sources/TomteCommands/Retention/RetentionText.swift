import GatewayWire
import HomeModel

/// Formats retention terms and receipts for people.
enum RetentionText {
    static func table(_ terms: RetentionTerms) -> Table {
        var table = Table([Table.Column("KIND"), Table.Column("DAYS", alignment: .trailing)])
        for (kind, days) in [
            ("energy, readings", terms.energyDays), ("environment, readings", terms.environmentDays),
            ("energy, hourly roll-ups", terms.energyRollUpDays ?? terms.energyDays),
            ("environment, hourly roll-ups", terms.environmentRollUpDays ?? terms.environmentDays),
            ("audit, informational", terms.auditInformationalDays), ("audit, warning", terms.auditWarningDays),
            ("audit, security", terms.auditSecurityDays),
            ("motion and presence, without the consent", terms.presenceLimitDays),
        ] {
            table.add([StyledText(kind), StyledText(String(days))])
        }
        return table
    }

    /// The series with a separate term or a hold; nil when there are none.
    static func table(_ series: [SeriesRetentionBody]) -> Table? {
        guard !series.isEmpty else { return nil }
        var table = Table([
            Table.Column("SERIES"), Table.Column("DAYS", alignment: .trailing),
            Table.Column("ROLL-UP DAYS", alignment: .trailing),
            Table.Column("REASON FOR HOLD"),
        ])
        for entry in series {
            table.add([
                StyledText("\(entry.id)"), StyledText(entry.days.map(String.init) ?? "–"),
                StyledText(entry.rollUpDays.map(String.init) ?? "–"), StyledText(entry.hold ?? "–"),
            ])
        }
        return table
    }

    /// Says which term the history of motion and presence has.
    static func sentence(_ presence: PresenceRetentionBody) -> String {
        presence.isLimited
            ? "Motion and presence are kept \(presence.days) days at most, also where the environment or a series has a "
                + "longer term, because the consent presenceHistory is not given: tomte privacy consents."
            : "Motion and presence are kept as long as the environment: see tomte privacy consents."
    }

    /// Describes how long one series is kept from now on. `terms` are those that apply.
    static func sentence(_ exception: RetentionException, of series: SeriesID, terms: RetentionTerms) -> String {
        if exception.isHeld { return "\(series) is held: everything is kept until the hold is released." }
        let limit = terms.presenceLimitDays
        if terms.limits(series), exception.days.map({ $0 > limit }) ?? true {
            return "\(series) is kept \(limit) days, because the consent presenceHistory is not given: tomte privacy "
                + "consents. With the consent, its own term or that of its kind applies."
        }
        let readings = exception.days.map { "\($0) days" } ?? "as long as those of its kind"
        guard let hours = exception.rollUpDays else {
            guard let days = exception.days else { return "\(series) is kept as long as its kind." }
            let longest = max(terms.rollUpTerm(of: .energy), terms.rollUpTerm(of: .environment))
            guard .days(days) < longest else { return "\(series) is kept \(days) days." }
            return
                "\(series) is kept \(days) days. If its kind has a longer term, the hourly roll-ups are deleted "
                + "with the readings; --roll-up-days keeps them longer."
        }
        return "The readings of \(series) are kept \(readings), its hourly roll-ups \(hours) days."
    }

    static func sentence(_ receipt: RetentionRunSummary) -> String {
        let counts = [
            (receipt.energyReadings, "energy readings"), (receipt.environmentReadings, "environment readings"),
            (receipt.stateChanges, "state changes"), (receipt.rollUps, "hourly roll-ups"),
            (receipt.auditEntries, "audit entries"), (receipt.crashReports ?? 0, "crash reports"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let removed = counts.isEmpty ? "nothing was removed." : "removed \(counts.joined(separator: ", "))."
        if let left = left(receipt) { return "\(removed) \(left)" }
        return counts.isEmpty ? "nothing was past its term." : removed
    }

    static func mark(_ receipt: RetentionRunSummary) -> StyledText {
        left(receipt) == nil ? "\("✓", .good) " : "\("!", .warning) "
    }

    /// The records past their term that remain after the run, as a sentence; nil when there are none.
    private static func left(_ receipt: RetentionRunSummary) -> String? {
        switch receipt.overdue {
        case 0: nil
        case let overdue?: "\(overdue) records past their term are still there."
        case nil: "The run ended early, so the remaining records were not counted."
        }
    }
}
