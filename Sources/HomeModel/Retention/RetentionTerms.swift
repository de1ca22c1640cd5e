/// How long each kind of record is kept, in days.
package struct RetentionTerms: Hashable, Sendable, Codable {
    package static let bounds = 1...3650
    /// Shorter, and evidence of what an admin did would be gone before anybody looks.
    package static let auditSecurityBounds = 90...3650
    package static let rollUpBounds = 1...36_500

    package var energyDays: Int
    package var environmentDays: Int
    /// Of the hours; nil means as long as the readings. Never shorter than that.
    package var energyRollUpDays: Int?
    package var environmentRollUpDays: Int?
    package var auditInformationalDays: Int
    package var auditWarningDays: Int
    package var auditSecurityDays: Int
    /// What is kept otherwise than its kind; they have an interface of their own.
    package var exceptions: [SeriesID: RetentionException] = [:]

    private enum CodingKeys: CodingKey {
        case energyDays, environmentDays, energyRollUpDays, environmentRollUpDays, auditInformationalDays
        case auditWarningDays, auditSecurityDays
    }

    package init(
        energyDays: Int = 730, environmentDays: Int = 365, energyRollUpDays: Int? = nil,
        environmentRollUpDays: Int? = nil, auditInformationalDays: Int = 90, auditWarningDays: Int = 365,
        auditSecurityDays: Int = 1095
    ) {
        self.energyDays = energyDays
        self.environmentDays = environmentDays
        self.energyRollUpDays = energyRollUpDays
        self.environmentRollUpDays = environmentRollUpDays
        self.auditInformationalDays = auditInformationalDays
        self.auditWarningDays = auditWarningDays
        self.auditSecurityDays = auditSecurityDays
    }

    package func term(of kind: RecordKind) -> Duration { .days(days(of: kind)) }

    package func rollUpTerm(of kind: RecordKind) -> Duration {
        switch kind {
        case .energy: .days(max(energyDays, energyRollUpDays ?? 0))
        case .environment: .days(max(environmentDays, environmentRollUpDays ?? 0))
        }
    }

    package func term(of severity: AuditSeverity) -> Duration {
        switch severity {
        case .informational: .days(auditInformationalDays)
        case .warning: .days(auditWarningDays)
        case .security: .days(auditSecurityDays)
        }
    }

    /// The first moment of which the series is kept; the beginning of time while it is held.
    package func edge(of series: SeriesID, _ kind: RecordKind, at now: Timestamp) -> Timestamp {
        guard let exception = exceptions[series] else { return now - term(of: kind) }
        return exception.isHeld ? Timestamp(milliseconds: .min) : now - .days(exception.days ?? days(of: kind))
    }

    /// The first hour of which the series is kept.
    ///
    /// A series that is kept shorter than its kind has its hours deleted as early, unless the exception says otherwise:
    /// terms are shortened so that less is known of the people.
    package func rollUpEdge(of series: SeriesID, _ kind: RecordKind, at now: Timestamp) -> Timestamp {
        let edge = edge(of: series, kind, at: now)
        guard let exception = exceptions[series] else { return min(edge, now - rollUpTerm(of: kind)) }
        if let days = exception.rollUpDays { return min(edge, now - .days(days)) }
        let isShortened = exception.days.map { $0 < days(of: kind) } ?? false
        return isShortened ? edge : min(edge, now - rollUpTerm(of: kind))
    }

    /// The names of the terms that lie outside their bounds.
    package var outOfBounds: [String] {
        let days = [
            ("energyDays", energyDays), ("environmentDays", environmentDays),
            ("auditInformationalDays", auditInformationalDays), ("auditWarningDays", auditWarningDays),
        ].filter { !Self.bounds.contains($0.1) }
        let securityDays = Self.auditSecurityBounds.contains(auditSecurityDays) ? [] : ["auditSecurityDays"]
        let rollUpDays = [
            ("energyRollUpDays", energyRollUpDays, energyDays),
            ("environmentRollUpDays", environmentRollUpDays, environmentDays),
        ].filter { name, days, least in days.map { $0 < least || !Self.rollUpBounds.contains($0) } ?? false }
        return days.map(\.0) + securityDays + rollUpDays.map(\.0)
            + (exceptions.values.contains { $0.days.map { !Self.bounds.contains($0) } ?? false } ? ["days"] : [])
            + (exceptions.values.contains { !$0.hasRollUpDaysWithinBounds } ? ["rollUpDays"] : [])
    }

    private func days(of kind: RecordKind) -> Int {
        switch kind {
        case .energy: energyDays
        case .environment: environmentDays
        }
    }
}

/// How one series is kept otherwise than its kind.
package struct RetentionException: Hashable, Sendable, Codable {
    /// A term of its own; nil means that of its kind.
    package var days: Int?
    /// A term of its own for the hours; nil means that of its readings, and that of its kind where those are not kept
    /// shorter than their kind.
    package var rollUpDays: Int?
    /// Why nothing of it is deleted; nil when it is not held.
    package var hold: String?

    package init(days: Int? = nil, rollUpDays: Int? = nil, hold: String? = nil) {
        self.days = days
        self.rollUpDays = rollUpDays
        self.hold = hold
    }

    package var isHeld: Bool { hold != nil }

    /// The hours are kept no shorter than the readings.
    package var hasRollUpDaysWithinBounds: Bool {
        guard let rollUpDays else { return true }
        return RetentionTerms.rollUpBounds.contains(rollUpDays) && rollUpDays >= days ?? 0
    }
}

/// What one run of retention removed.
package struct RetentionReceipt: Hashable, Sendable, Codable {
    package let at: Timestamp
    package var energyReadings: Int
    package var environmentReadings: Int
    package var stateChanges: Int
    /// Hours.
    package var rollUps: Int
    package var auditEntries: Int
    /// What was past its term and still there afterwards; nil when the run ended before that was counted.
    package var overdue: Int?

    package init(
        at: Timestamp, energyReadings: Int, environmentReadings: Int, stateChanges: Int, rollUps: Int,
        auditEntries: Int, overdue: Int?
    ) {
        self.at = at
        self.energyReadings = energyReadings
        self.environmentReadings = environmentReadings
        self.stateChanges = stateChanges
        self.rollUps = rollUps
        self.auditEntries = auditEntries
        self.overdue = overdue
    }
}
