package import AuditTrail
import Foundation
package import HomeModel

/// What a bundle of evidence about an incident contains.
package struct EvidenceMaterial: Sendable {
    package let incident: Incident
    package let collectedAt: Timestamp
    /// The audit entries about the incident, as JSON Lines, oldest first. People who are no part of it are not named.
    package let entries: [UInt8]
    package let signature: AuditSignature
    package let heads: AuditHeads
    /// The encrypted records from the first of these entries on, which lead to the signed heads.
    package let chains: [AuditChainExtract]
    /// The settings of the gateway, none of which is a secret.
    package let configuration: [String: String]
    package let version: String
    /// Without findings about other people and other incidents.
    package let health: [SubsystemHealth]
    /// Lines of logs about the subject, which contain no names.
    package let log: [String]
}

/// What the composition of the gateway knows for evidence.
package struct EvidenceSources: Sendable {
    let configuration: @Sendable () -> [String: String]
    let diagnostics: Diagnostics
    let log: @Sendable (IncidentSubject) async -> [String]

    /// `configuration` returns the settings without any secret, and `log` lines about a subject.
    package init(
        configuration: @escaping @Sendable () -> [String: String], diagnostics: Diagnostics,
        log: @escaping @Sendable (IncidentSubject) async -> [String]
    ) {
        self.configuration = configuration
        self.diagnostics = diagnostics
        self.log = log
    }
}

/// Collects the evidence of an incident.
struct EvidenceCollector: Sendable {
    static let mostEntries = 2000
    private static let maximumChainBytes = 8 << 20
    /// How far before the first and after the last evidence entries of the subject belong to the incident.
    private static let margin = Duration.hours(1)

    let audit: AuditLog
    let actions: AuthorizedActions
    let sources: EvidenceSources

    func collect(_ incident: Incident) async throws(AuditError) -> EvidenceMaterial {
        // The heads first: each record up to them is on the disk.
        let heads = try await audit.signedHeads()
        let records = try await records(about: incident, upTo: heads)
        var bytes: [UInt8] = []
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for record in records {
            guard let line = try? encoder.encode(record.naming(only: incident)) else { continue }
            bytes += line
            bytes.append(UInt8(ascii: "\n"))
        }
        var chains: [AuditChainExtract] = []
        for severity in AuditSeverity.allCases {
            guard let first = records.filter({ $0.entry.severity == severity }).map(\.sequence).min() else { continue }
            let chain = try await audit.extract(
                severity, from: first, upTo: heads, maximumBytes: Self.maximumChainBytes)
            if let chain { chains.append(chain) }
        }
        return EvidenceMaterial(
            incident: incident, collectedAt: actions.clock.now(), entries: bytes,
            signature: try await audit.sign(extract: bytes), heads: heads, chains: chains,
            configuration: sources.configuration(), version: sources.diagnostics.version,
            health: await sources.diagnostics.subsystems().map { $0.about(incident) },
            log: await sources.log(incident.subject))
    }

    /// The entries about the incident itself, and those of its subject around the evidence, oldest first.
    private func records(about incident: Incident, upTo heads: AuditHeads) async throws(AuditError) -> [AuditRecord] {
        let from = (incident.evidence.map(\.first) + [incident.openedAt]).min() ?? incident.openedAt
        let since = from - Self.margin
        let until = incident.changedAt + Self.margin
        var filters = [AuditFilter(since: since, target: incident.id.rawValue, limit: Self.mostEntries)]
        if let person = incident.subject.person.flatMap({ PersonID($0) }) {
            var filter = AuditFilter(since: since, until: until, limit: Self.mostEntries)
            filter.naming = person
            filters.append(filter)
        }
        if let device = incident.subject.device {
            filters.append(AuditFilter(since: since, until: until, target: device, limit: Self.mostEntries))
        }
        var found: [AuditReference: AuditRecord] = [:]
        for filter in filters {
            for record in try await audit.records(filter) { found[record.reference] = record }
        }
        for filter in Self.filters(ofActsIn: incident, until: until) {
            for record in try await audit.records(filter) where record.entry.isAct(of: incident) {
                found[record.reference] = record
            }
        }
        let last = Dictionary(heads.heads.map { ($0.severity, $0.sequence) }, uniquingKeysWith: { $1 })
        return found.values.filter { $0.sequence <= last[$0.entry.severity] ?? 0 }
            .sorted { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
    }
}

extension EvidenceCollector {
    /// Of the lockdowns and new PINs that the incident lists, whose entries do not name it.
    private static func filters(ofActsIn incident: Incident, until: Timestamp) -> [AuditFilter] {
        let done = Set(incident.acts.map(\.containment))
        var events: [AuditEvent] = []
        if done.contains(.lockdown) { events += [.lockdownOn, .lockdownOff] }
        if done.contains(.changePIN) { events.append(.policyChange) }
        return events.map { event in
            AuditFilter(since: incident.openedAt, until: until, event: event, limit: mostEntries)
        }
    }
}

extension AuditEntry {
    /// Whether the entry is that of an act which the incident lists.
    fileprivate func isAct(of incident: Incident) -> Bool {
        guard event == .policyChange else { return true }
        return metadata["act"] == "setPIN"
            && incident.acts.contains { $0.containment == .changePIN && $0.target == concerned }
    }
}

extension AuditRecord {
    fileprivate var reference: AuditReference { AuditReference(severity: entry.severity, sequence: sequence) }

    /// The details that say what was done, and nothing about a person.
    private static let impersonalDetails: Set<String> = ["act", "failure", "outcome", "permission", "purpose", "step"]

    /// The record without people who are no part of the incident: another actor, and another person concerned, are not
    /// named, and neither is what the entry says about them.
    func naming(only incident: Incident) -> AuditRecord {
        let isPart = { (id: String) in PersonID(id).map { incident.names($0) } ?? true }
        let hidesActor = entry.actingPerson.map { !isPart($0) } ?? false
        let hidesConcerned = entry.concerned.map { !isPart($0) } ?? false
        guard hidesActor || hidesConcerned else { return self }
        let hidden = "(another person)"
        let shown = AuditEntry(
            entry.event, severity: entry.severity, actor: hidesActor ? hidden : entry.actor,
            role: hidesActor ? nil : entry.role, client: hidesActor ? nil : entry.client,
            target: hidesConcerned ? hidden : entry.target, concernedText: hidesConcerned ? hidden : entry.concerned,
            success: entry.success, count: entry.count, requestID: nil,
            metadata: entry.metadata.filter { Self.impersonalDetails.contains($0.key) })
        return AuditRecord(
            sequence: sequence, time: time, bootID: bootID, monotonic: monotonic, entry: shown, hash: hash)
    }
}

extension SubsystemHealth {
    /// The part without findings about other incidents and about people who are no part of this one.
    func about(_ incident: Incident) -> SubsystemHealth {
        let kept = findings.filter { finding in
            if case .text(let id)? = finding.values["incident"] { return id == incident.id.rawValue }
            guard case .text(let text)? = finding.values["person"], let person = PersonID(text) else { return true }
            return incident.names(person)
        }
        return SubsystemHealth(name, summary: summary, values: values, findings: kept)
    }
}

extension IncidentService {
    /// Collects the evidence of an incident, after an audit entry. Needs the right to read the log and to export data,
    /// and a PIN.
    package func export(_ id: IncidentID, as identity: Identity) async throws(ActionRefusal) -> EvidenceMaterial {
        for permission in [Permission.manageMaintenance, .viewAudit, .exportData] {
            try await actions.require(permission, of: identity, for: .incidentExport)
        }
        try await actions.require(.exports, of: identity)
        let incident = try await existing(id)
        let act = try await actions.writeEntry(.incidentExport, by: identity, target: id.rawValue)
        do throws(AuditError) {
            return try await evidence.collect(incident)
        } catch {
            await actions.recordFailure(of: [act], .interrupted)
            throw .notAudited
        }
    }
}
