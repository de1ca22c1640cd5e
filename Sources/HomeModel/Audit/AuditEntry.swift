/// The severity of an entry, which decides how long it is kept. Each severity has its own chain.
package enum AuditSeverity: String, Sendable, Codable, CaseIterable { case informational, warning, security }

/// The content of an audit entry as its writer supplies it; the log adds the sequence, the clocks and the hash.
package struct AuditEntry: Hashable, Sendable, Codable {
    package let event: AuditEvent
    package let severity: AuditSeverity
    /// `console`, `console as <person>`, a person, `gateway`, or `stranger` for an unauthenticated sender.
    package let actor: String
    package let role: Role?
    /// The paired client or the service token that authenticated the request.
    package let client: ClientID?
    /// The object of the action: a device, a person, a setting.
    package let target: String?
    /// The person whom the action affects, or to whom the target belongs.
    package let concerned: String?
    package let success: Bool
    /// The number of further refusals like the previous one, which have no entries of their own; nil for a single
    /// event.
    package let count: Int?
    /// The API request that led to the entry.
    package let requestID: String?
    /// Never contains secrets, or names of people and clients.
    package let metadata: [String: String]

    package init(
        _ event: AuditEvent, severity: AuditSeverity = .informational, actor: String, role: Role? = nil,
        client: ClientID? = nil, target: String? = nil, concerned: PersonID? = nil, success: Bool = true,
        count: Int? = nil, requestID: String? = nil, metadata: [String: String] = [:]
    ) {
        self.init(
            event, severity: severity, actor: actor, role: role, client: client, target: target ?? concerned?.rawValue,
            concernedText: concerned?.rawValue, success: success, count: count, requestID: requestID,
            metadata: metadata)
    }

    /// For callers that have only a pseudonym of the person concerned.
    package init(
        _ event: AuditEvent, severity: AuditSeverity, actor: String, role: Role?, client: ClientID?, target: String?,
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
    /// Actors that are not the id of a person.
    package static let impersonalActors: Set<String> = ["console", "gateway", "stranger"]
    /// Begins the pseudonym of a person; no id of a person can contain it.
    package static let pseudonymMark = "~"

    /// The person who acted, also through the console.
    package var actingPerson: String? {
        let name = actor.hasPrefix(Self.consoleAs) ? String(actor.dropFirst(Self.consoleAs.count)) : actor
        return Self.impersonalActors.contains(name) ? nil : name
    }

    /// The person whose data was exported; nil for other entries, and for exports that were refused.
    package var exportedPerson: String? { event == .dataExport && success ? concerned : nil }

    /// Whether the entry only records that a PIN was requested, which is not yet a refusal. The entry of a wrong PIN
    /// has no `purpose`.
    package var asksForPIN: Bool {
        switch event {
        case _ where success: false
        case .authStepUp: metadata["purpose"] != nil
        case .deviceControl, .groupControl: metadata["reason"] == AccessDecision.Denial.stepUpNeeded(.commands).code
        default: false
        }
    }

    /// Stands before the id of a person with whose rights the console acted.
    package static let consoleAs = "console as "
}

extension String {
    /// Returns the actor, as entries and approvals name it, with `pseudonym` in place of the person.
    package func replacing(actor person: PersonID, by pseudonym: String) -> String {
        for prefix in ["", AuditEntry.consoleAs] where self == prefix + person.rawValue { return prefix + pseudonym }
        return self
    }
}

/// An entry as it is stored in the log.
package struct AuditRecord: Hashable, Sendable, Codable {
    /// The number of the entry within the chain of its severity, from 1.
    package let sequence: UInt64
    package let time: Timestamp
    package let bootID: String
    /// Nanoseconds on the monotonic clock of that boot.
    package let monotonic: UInt64
    package let entry: AuditEntry
    /// SHA-256 (hex) of this record, which includes the hash of the previous one.
    package let hash: String
    /// True when data of a person in the entry cannot be read any more, because the person was erased; else nil.
    package let isErased: Bool?

    package init(
        sequence: UInt64, time: Timestamp, bootID: String, monotonic: UInt64, entry: AuditEntry, hash: String,
        isErased: Bool = false
    ) {
        self.sequence = sequence
        self.time = time
        self.bootID = bootID
        self.monotonic = monotonic
        self.entry = entry
        self.hash = hash
        self.isErased = isErased ? true : nil
    }
}

/// The kind of an audited event, as a dotted identifier.
package enum AuditEvent: String, Sendable, Codable, CaseIterable {
    case authLogin = "auth.login"
    case authLogout = "auth.logout"
    case authStepUp = "auth.stepUp"
    case pairingRequest = "pairing.request"
    case pairingSuccess = "pairing.success"
    case pairingFailure = "pairing.failure"
    case clientRevoke = "client.revoke"
    case clientLock = "client.lock"
    case tokenCreate = "token.create"
    case tokenRevoke = "token.revoke"
    case deviceControl = "device.control"
    case deviceOutcome = "device.outcome"
    case groupControl = "group.control"
    case groupParts = "group.parts"
    case groupOutcome = "group.outcome"
    case deviceSetup = "device.setup"
    case devicePair = "device.pair"
    case deviceUnpair = "device.unpair"
    case deviceShare = "device.share"
    case deviceIdentify = "device.identify"
    case deviceLockPIN = "device.lockPIN"
    case makerTrust = "maker.trust"
    case deviceAdopt = "device.adopt"
    case deviceRemove = "device.remove"
    case deviceRename = "device.rename"
    case deviceMove = "device.move"
    case maintenanceClear = "maintenance.clear"
    case maintenanceHistory = "maintenance.history"
    case maintenanceTask = "maintenance.task"
    case applianceAdd = "appliance.add"
    case applianceChange = "appliance.change"
    case applianceRemove = "appliance.remove"
    case attachmentAdd = "attachment.add"
    case attachmentRemove = "attachment.remove"
    case settingsChange = "settings.change"
    case policyChange = "policy.change"
    case grantCreate = "grant.create"
    case grantChange = "grant.change"
    case grantRevoke = "grant.revoke"
    case consentGive = "consent.give"
    case consentWithdraw = "consent.withdraw"
    case lockdownOn = "lockdown.on"
    case lockdownOff = "lockdown.off"
    case retentionPurge = "retention.purge"
    case dataImport = "data.import"
    case dataExport = "data.export"
    case dataErase = "data.erase"
    case dataStrike = "data.strike"
    case dataRestore = "data.restore"
    case certificateIssue = "cert.issue"
    case certificateRevoke = "cert.revoke"
    case incidentOpen = "incident.open"
    case incidentNote = "incident.note"
    case incidentClose = "incident.close"
    case incidentReopen = "incident.reopen"
    case incidentRename = "incident.rename"
    case incidentContain = "incident.contain"
    case incidentExport = "incident.export"
    case gatewayStart = "gateway.start"
    case gatewayStop = "gateway.stop"
}

/// A position in a listing of audit entries: in each chain, all entries below this sequence are still to be listed.
package struct AuditCursor: Hashable, Sendable {
    package private(set) var positions: [AuditSeverity: UInt64]

    package init(_ positions: [AuditSeverity: UInt64]) { self.positions = positions }

    package subscript(severity: AuditSeverity) -> UInt64? { positions[severity] }

    /// Moves past an entry that was listed.
    package mutating func pass(_ record: AuditRecord) { positions[record.entry.severity] = record.sequence }
}

extension AuditCursor: LosslessStringConvertible {
    /// Parses `severity:sequence,…`, with each severity at most once.
    package init?(_ text: String) {
        var positions: [AuditSeverity: UInt64] = [:]
        for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
            let halves = piece.split(separator: ":", omittingEmptySubsequences: false)
            guard halves.count == 2, let severity = AuditSeverity(rawValue: String(halves[0])),
                let sequence = UInt64(halves[1]), positions.updateValue(sequence, forKey: severity) == nil
            else { return nil }
        }
        self.init(positions)
    }

    package var description: String {
        AuditSeverity.allCases.compactMap { severity in positions[severity].map { "\(severity.rawValue):\($0)" } }
            .joined(separator: ",")
    }
}
