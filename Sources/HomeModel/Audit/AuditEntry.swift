/// How long an entry matters; one chain per severity.
package enum AuditSeverity: String, Sendable, Codable, CaseIterable { case informational, warning, security }

/// What happened, as a dotted word.
package enum AuditEvent: String, Sendable, Codable, CaseIterable {
    case authLogin = "auth.login"
    case authLogout = "auth.logout"
    case authStepUp = "auth.stepUp"
    case pairingRequest = "pairing.request"
    case pairingSuccess = "pairing.success"
    case pairingFailure = "pairing.failure"
    case clientRevoke = "client.revoke"
    case tokenCreate = "token.create"
    case tokenRevoke = "token.revoke"
    case lockdownOn = "lockdown.on"
    case lockdownOff = "lockdown.off"
    case deviceControl = "device.control"
    case deviceOutcome = "device.outcome"
    case deviceAdopt = "device.adopt"
    case deviceRemove = "device.remove"
    case deviceRename = "device.rename"
    case deviceMove = "device.move"
    case settingsChange = "settings.change"
    case policyChange = "policy.change"
    case grantCreate = "grant.create"
    case grantRevoke = "grant.revoke"
    case retentionPurge = "retention.purge"
    case dataImport = "data.import"
    case certificateIssue = "cert.issue"
    case certificateRevoke = "cert.revoke"
    case gatewayStart = "gateway.start"
    case gatewayStop = "gateway.stop"
}

/// What the writer of an entry says; the log adds sequence, clocks and chain.
package struct AuditEntry: Hashable, Sendable, Codable {
    package let event: AuditEvent
    package let severity: AuditSeverity
    /// `console`, `console as <person>`, a person, or `gateway`.
    package let actor: String
    package let role: Role?
    /// What it was done to: a device, a person, a setting.
    package let target: String?
    package let success: Bool
    /// Ties the entries of one request or command together.
    package let requestID: String?
    /// Never names, never secrets.
    package let metadata: [String: String]

    package init(
        _ event: AuditEvent, _ severity: AuditSeverity = .informational, actor: String, role: Role? = nil,
        target: String? = nil, success: Bool = true, requestID: String? = nil, metadata: [String: String] = [:]
    ) {
        self.event = event
        self.severity = severity
        self.actor = actor
        self.role = role
        self.target = target
        self.success = success
        self.requestID = requestID
        self.metadata = metadata
    }
}

/// An entry as it stands in the log.
package struct AuditRecord: Hashable, Sendable, Codable {
    /// Counts within the chain of its severity, from 1.
    package let sequence: UInt64
    package let time: Timestamp
    package let bootID: String
    /// Nanoseconds on the monotonic clock of that boot.
    package let monotonic: UInt64
    package let entry: AuditEntry
    /// SHA-256 (hex) of this record, which covers the hash of the one before.
    package let hash: String

    package init(
        sequence: UInt64, time: Timestamp, bootID: String, monotonic: UInt64, entry: AuditEntry, hash: String
    ) {
        self.sequence = sequence
        self.time = time
        self.bootID = bootID
        self.monotonic = monotonic
        self.entry = entry
        self.hash = hash
    }
}

/// What `audit verify` found in one chain.
package struct AuditVerification: Hashable, Sendable, Codable {
    package let severity: AuditSeverity
    package let entries: Int
    /// The first entry after the last checkpoint (trimming moves it on).
    package let firstSequence: UInt64
    package let lastSequence: UInt64
    /// One sentence per place that does not hold; empty means proven.
    package let problems: [String]

    package init(
        severity: AuditSeverity, entries: Int, firstSequence: UInt64, lastSequence: UInt64, problems: [String]
    ) {
        self.severity = severity
        self.entries = entries
        self.firstSequence = firstSequence
        self.lastSequence = lastSequence
        self.problems = problems
    }

    package var isProven: Bool { problems.isEmpty }
}
