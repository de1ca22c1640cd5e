/// One event as the detector of incidents sees it.
package enum IncidentObservation: Hashable, Sendable {
    /// A person was refused, or, without a person, someone who has no access. `what` is what they wanted, as ids and
    /// codes. `entry` is nil for a repetition that the audit log only counts.
    case refused(PersonID?, client: ClientID?, what: [String: SentenceValue] = [:], entry: AuditReference?)
    /// A client was paired, at this hour of the home's clock.
    case paired(PersonID, client: ClientID, hour: Int, entry: AuditReference?)
    /// A guest wanted the device at a time that is so far from the nearest permitted one.
    case wantedFarFromWindow(
        PersonID, client: ClientID?, device: String, away: Duration, entry: AuditReference?)
    /// A person sent a command.
    case commanded(PersonID, client: ClientID?, entry: AuditReference?)
    /// The device with this root acted in the name of another; `place` says where.
    case spokeForOther(root: String, place: String)
    /// The device with this root connected from an address.
    case connected(root: String, address: String)
    /// A check of the audit log found a problem, which it names by a code.
    case auditDamaged(code: String)
    /// A file that only the gateway or an administrator changes has another content.
    case fileChanged(name: String)
}

/// A reason to open an incident, or further evidence for one that is open.
package struct IncidentSignal: Hashable, Sendable {
    package let rule: IncidentRule
    package let subject: IncidentSubject
    package let evidence: IncidentEvidence

    package init(rule: IncidentRule, subject: IncidentSubject, evidence: IncidentEvidence) {
        self.rule = rule
        self.subject = subject
        self.evidence = evidence
    }
}
