/// How long each kind of record is kept, in days.
package struct RetentionTerms: Hashable, Sendable, Codable {
    package static let bounds = 1...3650
    /// The minimum is longer than for other data, because the entries about what an admin did must not be deleted
    /// before another person looks at them.
    package static let auditSecurityBounds = 90...3650
    package static let rollUpBounds = 1...36_500
    /// The term of the history of presence without the consent to keep it. It can be shortened and not lengthened.
    package static let presenceBounds = 1...7

    package var energyDays: Int
    package var environmentDays: Int
    /// The term of the hourly roll-ups; nil means the term of the readings. It is never shorter than that.
    package var energyRollUpDays: Int?
    package var environmentRollUpDays: Int?
    package var auditInformationalDays: Int
    package var auditWarningDays: Int
    package var auditSecurityDays: Int
    /// The term of the history of presence without the consent to keep it; nil means the longest one.
    package var presenceDays: Int?
    /// Whether the term of presence applies, because the consent `presenceHistory` is not given. It is not encoded here:
    /// the answer of an owner changes it.
    package var limitsPresence = true
    /// The terms of single series that differ from their kind. They are not encoded here: they have an interface of
    /// their own.
    package var exceptions: [SeriesID: RetentionException] = [:]

    private enum CodingKeys: CodingKey {
        case energyDays, environmentDays, energyRollUpDays, environmentRollUpDays, auditInformationalDays
        case auditWarningDays, auditSecurityDays, presenceDays
    }

    package init(
        energyDays: Int = 730, environmentDays: Int = 365, energyRollUpDays: Int? = nil,
        environmentRollUpDays: Int? = nil, auditInformationalDays: Int = 90, auditWarningDays: Int = 365,
        auditSecurityDays: Int = 1095, presenceDays: Int? = nil
    ) {
        self.energyDays = energyDays
        self.environmentDays = environmentDays
        self.energyRollUpDays = energyRollUpDays
        self.environmentRollUpDays = environmentRollUpDays
        self.auditInformationalDays = auditInformationalDays
        self.auditWarningDays = auditWarningDays
        self.auditSecurityDays = auditSecurityDays
        self.presenceDays = presenceDays
    }

    /// The term of the readings and state changes of a kind.
    package func term(of kind: RecordKind) -> Duration { .days(days(of: kind)) }

    /// The term of the roll-ups of a kind, which is never shorter than that of its readings.
    package func rollUpTerm(of kind: RecordKind) -> Duration {
        switch kind {
        case .energy: .days(max(energyDays, energyRollUpDays ?? 0))
        case .environment: .days(max(environmentDays, environmentRollUpDays ?? 0))
        }
    }

    /// The term of the audit entries of a severity.
    package func term(of severity: AuditSeverity) -> Duration {
        switch severity {
        case .informational: .days(auditInformationalDays)
        case .warning: .days(auditWarningDays)
        case .security: .days(auditSecurityDays)
        }
    }

    /// The first moment for which the series is kept; the earliest timestamp while the series has a hold.
    package func edge(of series: SeriesID, _ kind: RecordKind, at now: Timestamp) -> Timestamp {
        guard let exception = exceptions[series] else { return limited(now - term(of: kind), of: series, at: now) }
        if exception.isHeld { return Timestamp(milliseconds: .min) }
        return limited(now - .days(exception.days ?? days(of: kind)), of: series, at: now)
    }

    /// The first moment for which the roll-ups of the series are kept.
    ///
    /// The roll-ups of a series with a shorter term than its kind are deleted as early as its readings, unless the
    /// exception states a term for them: terms are shortened so that less is known about people.
    package func rollUpEdge(of series: SeriesID, _ kind: RecordKind, at now: Timestamp) -> Timestamp {
        let edge = edge(of: series, kind, at: now)
        guard let exception = exceptions[series] else {
            return limited(min(edge, now - rollUpTerm(of: kind)), of: series, at: now)
        }
        if exception.isHeld { return edge }
        if let days = exception.rollUpDays { return limited(min(edge, now - .days(days)), of: series, at: now) }
        let isShortened = exception.days.map { $0 < days(of: kind) } ?? false
        return isShortened ? edge : limited(min(edge, now - rollUpTerm(of: kind)), of: series, at: now)
    }

    /// The term of presence in days, whether it applies or not.
    package var presenceLimitDays: Int { presenceDays ?? Self.presenceBounds.upperBound }

    /// Whether the series is kept for the term of presence at most. A hold still suspends its deletion.
    package func limits(_ series: SeriesID) -> Bool { limitsPresence && series.capability.isPresence }

    /// The only place that applies the term of presence: the later of `edge` and the edge of that term. Therefore neither
    /// the term of a kind nor that of a single series can lengthen it.
    private func limited(_ edge: Timestamp, of series: SeriesID, at now: Timestamp) -> Timestamp {
        limits(series) ? max(edge, now - .days(presenceLimitDays)) : edge
    }

    /// The names of the terms that lie outside their bounds.
    package var outOfBounds: [String] {
        let days = [
            ("energyDays", energyDays), ("environmentDays", environmentDays),
            ("auditInformationalDays", auditInformationalDays), ("auditWarningDays", auditWarningDays),
        ].filter { !Self.bounds.contains($0.1) }
        let securityDays = Self.auditSecurityBounds.contains(auditSecurityDays) ? [] : ["auditSecurityDays"]
        let presenceDays = presenceDays.map(Self.presenceBounds.contains) ?? true ? [] : ["presenceDays"]
        let rollUpDays = [
            ("energyRollUpDays", energyRollUpDays, energyDays),
            ("environmentRollUpDays", environmentRollUpDays, environmentDays),
        ].filter { name, days, least in days.map { $0 < least || !Self.rollUpBounds.contains($0) } ?? false }
        let ownDays = exceptions.values.contains { $0.days.map { !Self.bounds.contains($0) } ?? false }
        let ownRollUpDays = exceptions.values.contains { !$0.hasRollUpDaysWithinBounds }
        return [
            days.map(\.0), securityDays, rollUpDays.map(\.0), presenceDays, ownDays ? ["days"] : [],
            ownRollUpDays ? ["rollUpDays"] : [],
        ].flatMap(\.self)
    }

    private func days(of kind: RecordKind) -> Int {
        switch kind {
        case .energy: energyDays
        case .environment: environmentDays
        }
    }
}

/// The retention of one series where it differs from its kind.
package struct RetentionException: Hashable, Sendable, Codable {
    /// The series' own term; nil means the term of its kind.
    package var days: Int?
    /// The series' own term for the roll-ups. Nil means the term of its readings, and where that is not shorter than
    /// the term of its kind, the roll-up term of its kind.
    package var rollUpDays: Int?
    /// The reason why no data of the series is deleted; nil without a hold.
    package var hold: String?

    package init(days: Int? = nil, rollUpDays: Int? = nil, hold: String? = nil) {
        self.days = days
        self.rollUpDays = rollUpDays
        self.hold = hold
    }

    package var isHeld: Bool { hold != nil }

    /// Whether the roll-ups' own term is within its bounds and no shorter than the readings' own term.
    package var hasRollUpDaysWithinBounds: Bool {
        guard let rollUpDays else { return true }
        return RetentionTerms.rollUpBounds.contains(rollUpDays) && rollUpDays >= days ?? 0
    }
}

/// The numbers of records that one run of retention deleted.
package struct RetentionRunSummary: Hashable, Sendable, Codable {
    package let at: Timestamp
    package var energyReadings: Int
    package var environmentReadings: Int
    package var stateChanges: Int
    /// Hourly roll-ups.
    package var rollUps: Int
    package var auditEntries: Int
    /// Nil when none could be removed.
    package var crashReports: Int?
    /// The records that were past their term and still there afterwards; nil when the run ended before they were
    /// counted.
    package var overdue: Int?

    package init(
        at: Timestamp, energyReadings: Int, environmentReadings: Int, stateChanges: Int, rollUps: Int,
        auditEntries: Int, crashReports: Int? = nil, overdue: Int?
    ) {
        self.at = at
        self.energyReadings = energyReadings
        self.environmentReadings = environmentReadings
        self.stateChanges = stateChanges
        self.rollUps = rollUps
        self.auditEntries = auditEntries
        self.crashReports = crashReports
        self.overdue = overdue
    }
}
