import HomeModel

extension AuditRecord: DocumentedBody {
    static let schema = Schema.component(
        "AuditRecord",
        .object(
            [
                "sequence": .count.about("The position in the chain of its severity, from 1."), "time": .time,
                "bootID": .text, "monotonic": .count.about("Nanoseconds since the boot with `bootID`."),
                "entry": .auditEntry,
                "hash": .text(pattern: "^[0-9a-f]{64}$")
                    .about("SHA-256, which covers the hash of the previous record."),
            ],
            optional: [
                "isErased": .boolean.about(
                    "True when data of a person in the entry cannot be read any more, because the person was erased.")
            ]))

    static let example = AuditRecord(
        sequence: 42, time: .example, bootID: "3f0c2a4e-8d57-4c1b-9f4e-2b7a61c0d9e8", monotonic: 81_234_000_000,
        entry: AuditEntry(
            .deviceControl, actor: "anna", role: .member, target: "desk-lamp", success: true, requestID: "5d7c1b9f",
            metadata: ["capability": "switch"]),
        hash: String(repeating: "0a", count: 32))
}

extension Schema {
    fileprivate static let auditEntry = component(
        "AuditEntry",
        .object(
            [
                "event": .word(of: AuditEvent.self), "severity": .auditSeverity,
                "actor": .text.about("`console`, `console as anna`, a person, or `gateway`."), "success": .boolean,
                "metadata": .table(of: .text, by: .text),
            ],
            optional: [
                "role": .role, "client": .id.about("The paired client that sent the request."),
                "target": .text.about("For example a device, a person or a setting."),
                "concerned": .text.about("The person that the action affects, or to whom the target belongs."),
                "count": .count.about("The number of further refusals like the previous one."),
                "requestID": .text.about("The request that caused the entry."),
            ]))

    fileprivate static let auditSeverity = component("AuditSeverity", .word(of: AuditSeverity.self))
}

extension AuditVerification: DocumentedBody {
    static let schema = Schema.component(
        "AuditVerification",
        .object(
            [
                "severity": .auditSeverity, "entries": .count,
                "firstSequence": .count.about("The first entry after the last checkpoint."), "lastSequence": .count,
                "problems": .array(of: CodedSentence.schema).about(
                    "The problems that were found; empty if the chain is intact."),
            ],
            optional: [
                "remembered": .words(["holds", "differs", "missing", "trimmed"])
                    .about("The result of the comparison with the head in the request."),
                "erased": .count.about("The entries with data of erased people, which cannot be read any more."),
            ]))

    static let example = AuditVerification(
        severity: .informational, entries: 42, firstSequence: 1, lastSequence: 42, problems: [])
}

extension AuditHeads: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "AuditHeads",
        .object([
            "signedAt": .time,
            "heads": .array(
                of: .component(
                    "AuditHead",
                    .object([
                        "severity": .auditSeverity, "sequence": .count,
                        "hash": .text(pattern: "^[0-9a-f]{64}$").about("SHA-256 of that entry's record."),
                    ]))),
            "publicKey": .text(pattern: "^[0-9a-f]{64}$").about("The Ed25519 key of the signature."),
            "signed": .text(pattern: "^[0-9a-f]+$").about("The signed bytes, followed by the signature of 64 bytes."),
        ]))

    static let example = AuditHeads(
        signedAt: .example,
        heads: [AuditHead(severity: .informational, sequence: 42, hash: String(repeating: "0a", count: 32))],
        publicKey: String(repeating: "0b", count: 32), signed: String(repeating: "0c", count: 64))
}
