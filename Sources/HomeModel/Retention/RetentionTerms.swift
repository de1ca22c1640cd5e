/// How long each kind of record is kept, in days.
package struct RetentionTerms: Hashable, Sendable, Codable {
    package static let bounds = 1...3650

    package var energyDays: Int
    package var environmentDays: Int
    package var auditInformationalDays: Int
    package var auditWarningDays: Int
    package var auditSecurityDays: Int

    package init(
        energyDays: Int = 730, environmentDays: Int = 365, auditInformationalDays: Int = 90,
        auditWarningDays: Int = 365, auditSecurityDays: Int = 1095
    ) {
        self.energyDays = energyDays
        self.environmentDays = environmentDays
        self.auditInformationalDays = auditInformationalDays
        self.auditWarningDays = auditWarningDays
        self.auditSecurityDays = auditSecurityDays
    }

    package func term(of kind: RecordKind) -> Duration {
        switch kind {
        case .energy: .days(energyDays)
        case .environment: .days(environmentDays)
        }
    }

    package func term(of severity: AuditSeverity) -> Duration {
        switch severity {
        case .informational: .days(auditInformationalDays)
        case .warning: .days(auditWarningDays)
        case .security: .days(auditSecurityDays)
        }
    }

    /// The names of the terms that lie outside `bounds`.
    package var outOfBounds: [String] {
        [
            ("energyDays", energyDays), ("environmentDays", environmentDays),
            ("auditInformationalDays", auditInformationalDays), ("auditWarningDays", auditWarningDays),
            ("auditSecurityDays", auditSecurityDays),
        ].filter { !Self.bounds.contains($0.1) }.map(\.0)
    }
}

/// What one run of retention removed.
package struct RetentionReceipt: Hashable, Sendable, Codable {
    package let at: Timestamp
    package var energyReadings: Int
    package var environmentReadings: Int
    package var stateChanges: Int
    package var auditEntries: Int

    package init(at: Timestamp, energyReadings: Int, environmentReadings: Int, stateChanges: Int, auditEntries: Int) {
        self.at = at
        self.energyReadings = energyReadings
        self.environmentReadings = environmentReadings
        self.stateChanges = stateChanges
        self.auditEntries = auditEntries
    }
}
