/// How long an entry matters; one chain per severity.
package enum AuditSeverity: String, Sendable, Codable, CaseIterable { case informational, warning, security }

/// What the writer of an entry says; the log adds sequence, clocks and chain.
package struct AuditEntry: Hashable, Sendable, Codable {
    package let event: AuditEvent
    package let severity: AuditSeverity
    /// `console`, `console as <person>`, a person, `gateway`, or `stranger` for who proved nothing.
    package let actor: String
    package let role: Role?
    /// The paired client that asked.
    package let client: ClientID?
    /// What it was done to: a device, a person, a setting.
    package let target: String?
    /// The person to whom it was done, or whose thing the target is.
    package let concerned: String?
    package let success: Bool
    /// So many more refusals like the one before, which are not entries of their own; nil for one.
    package let count: Int?
    /// The request of the API that led to it.
    package let requestID: String?
    /// Never names, never secrets.
    package let metadata: [String: String]

    package init(
        _ event: AuditEvent, _ severity: AuditSeverity = .informational, actor: String, role: Role? = nil,
        client: ClientID? = nil, target: String? = nil, concerned: PersonID? = nil, success: Bool = true,
        count: Int? = nil, requestID: String? = nil, metadata: [String: String] = [:]
    ) {
        self.init(
            event, severity, actor: actor, role: role, client: client, target: target ?? concerned?.rawValue,
            concernedText: concerned?.rawValue, success: success, count: count, requestID: requestID,
            metadata: metadata)
    }

    /// For whoever has only a pseudonym of the person concerned.
    package init(
        _ event: AuditEvent, _ severity: AuditSeverity, actor: String, role: Role?, client: ClientID?, target: String?,
        concernedText: String?, success: Bool, count: Int?, requestID: String?, metadata: [String: String]
    ) {
        self.event = event
        self.severity = severity
        self.actor = actor
        self.role = role
        self.client = client
        self.target = target
        concerned = concernedText
        self.success = success
        self.count = count
        self.requestID = requestID
        self.metadata = metadata
    }
}

extension AuditEntry {
    /// Actors that are nobody's id.
    package static let impersonalActors: Set<String> = ["console", "gateway", "stranger"]

    /// The person who acted, also through the console.
    package var actingPerson: String? {
        let name = actor.hasPrefix(Self.consoleAs) ? String(actor.dropFirst(Self.consoleAs.count)) : actor
        return Self.impersonalActors.contains(name) ? nil : name
    }

    /// Whether the asker was only asked for a PIN: that refuses nothing yet. A wrong PIN names no purpose.
    package var asksForPIN: Bool {
        switch event {
        case _ where success: false
        case .authStepUp: metadata["purpose"] != nil
        case .deviceControl: metadata["reason"] == AccessDecision.Denial.stepUpNeeded(.commands).code
        default: false
        }
    }

    private static let consoleAs = "console as "
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
