import HomeModel

@testable import GatewayCore

/// Makes audit records for tests of the activity.
struct SampleRecords {
    static let start = Timestamp(milliseconds: 1_790_000_000_000)

    private(set) var all: [AuditRecord] = []

    /// Adds a record `seconds` after the start.
    mutating func add(_ entry: AuditEntry, at seconds: Double) {
        let sequence = UInt64(all.count { $0.entry.severity == entry.severity } + 1)
        all.append(
            AuditRecord(
                sequence: sequence, time: Self.start + .milliseconds(Int64(seconds * 1000)), bootID: "boot",
                monotonic: UInt64(max(seconds, 0) * 1e9), entry: entry, hash: "\(entry.severity)-\(sequence)"))
    }

    static func records(_ entries: [(Double, AuditEntry)]) -> [AuditRecord] {
        var records = SampleRecords()
        for (seconds, entry) in entries { records.add(entry, at: seconds) }
        return records.all
    }
}

extension AuditEntry {
    /// The entry that a PIN was requested for a command.
    static func prompt(_ value: String = "unlocked", by actor: String = "kim", client: ClientID = ClientID("phone"))
        -> Self
    {
        AuditEntry(
            .deviceControl, severity: .warning, actor: actor, client: client, target: "front-door", success: false,
            metadata: [
                "command": "asked-\(value)", "part": "main", "capability": "lock", "value": value,
                "outcome": "refused", "reason": "stepUpNeeded",
            ])
    }

    static func command(
        _ value: String = "unlocked", id: String = "c1", by actor: String = "kim",
        client: ClientID? = ClientID("phone"), device: String = "front-door", capability: String = "lock"
    ) -> Self {
        AuditEntry(
            .deviceControl, actor: actor, client: client, target: device,
            metadata: ["command": id, "part": "main", "capability": capability, "value": value])
    }

    static func outcome(
        _ outcome: CommandOutcome = .confirmed, of id: String = "c1", by actor: String = "kim",
        client: ClientID? = ClientID("phone"), device: String = "front-door", reported: String? = nil
    ) -> Self {
        var metadata = ["command": id, "part": "main", "outcome": outcome.rawValue]
        metadata["reported"] = reported
        return AuditEntry(
            .deviceOutcome, actor: actor, client: client, target: device, success: outcome == .confirmed,
            metadata: metadata)
    }

    /// An entry of a group command: the request for a PIN, the list of parts, the command or its outcome.
    static func group(_ event: AuditEvent, isRefused: Bool = false, outcome: GroupOutcome? = nil) -> Self {
        var metadata = ["targets": "home"]
        if isRefused { metadata["reason"] = "stepUpNeeded" } else { metadata["command"] = "g1" }
        metadata["outcome"] = outcome?.rawValue
        return AuditEntry(
            event, severity: isRefused ? .warning : .informational, actor: "kim", client: ClientID("phone"),
            success: !isRefused && (outcome == nil || outcome == .confirmed), metadata: metadata)
    }

    static func purposePrompt(_ purpose: StepUp, by actor: String = "kim") -> Self {
        AuditEntry(
            .authStepUp, severity: .warning, actor: actor, client: ClientID("phone"), success: false,
            metadata: ["purpose": purpose.rawValue])
    }

    static func rightPIN(_ purpose: StepUp = .commands, by actor: String = "kim") -> Self {
        AuditEntry(
            .authStepUp, severity: .security, actor: actor, client: ClientID("phone"),
            metadata: ["purpose": purpose.rawValue])
    }

    static func wrongPIN(by actor: String = "kim", count: Int? = nil) -> Self {
        AuditEntry(
            .authStepUp, severity: .warning, actor: actor, client: ClientID("phone"), success: false, count: count)
    }
}

// The steps of a sign-in.
extension AuditEntry {
    static func claim(by actor: String = "kim", requestID: String = "r1") -> Self {
        AuditEntry(
            .policyChange, severity: .security, actor: "stranger", concerned: PersonID(actor), requestID: requestID,
            metadata: ["act": "claim"])
    }

    /// A client opens an invitation (`open`), or presents a code (`code`).
    static func request(_ act: String, of pairing: String = "p1", by actor: String = "kim", requestID: String? = nil)
        -> Self
    {
        AuditEntry(
            .pairingRequest, severity: .security, actor: actor, target: pairing, requestID: requestID,
            metadata: ["act": act])
    }

    static func approval(of pairing: String = "p1", by actor: String = "olga") -> Self {
        AuditEntry(
            .pairingSuccess, severity: .security, actor: actor, client: ClientID("desk"), concerned: PersonID("kim"),
            metadata: ["act": "approve", "pairing": pairing])
    }

    static func invitedGrant(_ grant: String = "g1", of invitation: String = "p1") -> Self {
        AuditEntry(
            .grantCreate, severity: .security, actor: "gateway", concerned: PersonID("kim"),
            metadata: ["grant": grant, "invitation": invitation])
    }

    static func paired(
        through origin: [String: String] = ["pairing": "p1"], by actor: String = "kim", client: String = "tablet",
        requestID: String? = nil
    ) -> Self {
        AuditEntry(
            .pairingSuccess, severity: .security, actor: actor, client: ClientID(client), target: client,
            requestID: requestID, metadata: origin.merging(["act": "paired"]) { $1 })
    }

    static func newPIN(by actor: String = "kim", client: String = "tablet", requestID: String? = "pin") -> Self {
        AuditEntry(
            .policyChange, severity: .security, actor: actor, client: ClientID(client), concerned: PersonID(actor),
            requestID: requestID, metadata: ["act": "setPIN"])
    }

    /// The entry that records that this act failed afterwards.
    func failing(_ cause: String = "notStored") -> Self {
        AuditEntry(
            event, severity: severity, actor: actor, role: role, client: client, target: target,
            concernedText: concerned, success: false, count: nil, requestID: requestID,
            metadata: metadata.merging(["failure": cause]) { $1 })
    }

    static let wrongCode = AuditEntry(.pairingFailure, severity: .warning, actor: "stranger", success: false)
    static let wrongNumber = AuditEntry(
        .pairingFailure, severity: .warning, actor: "stranger", concerned: PersonID("kim"), success: false,
        metadata: ["act": "wrongNumber", "invitation": "p1"])
}
