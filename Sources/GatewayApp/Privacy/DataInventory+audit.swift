import HomeModel

extension DataInventory {
    /// The audit log, which is the security log of the home.
    static let audit: [StoredDataKind] = [
        StoredDataKind(
            "auditLog", title: "Audit log",
            what: "Who did what and when: commands and their outcomes, changes, sign-ins and refusals. What is about a "
                + "person is encrypted with a key of that person.",
            purpose: "It is the security log of the home: it shows who opened a door or changed what a person may do.",
            class: .sensitive, about: .person, logs: .masked, storage: .encrypted, since: .release("0.1.0"),
            kept: .retention([.auditInformationalDays, .auditWarningDays, .auditSecurityDays]),
            readers: .personAnd(.viewAudit),
            places: [
                .folder("audit", files: "*.segment", "*.segment.new", "*.reserve", "*.reserve.new"),
                .log("command", "outcome", "audit.severity", "audit.sequence", "audit.hash", "note"),
            ])
    ]
}

extension DataInventory {
    /// What protects the audit log.
    static let auditProtection: [StoredDataKind] = [
        StoredDataKind(
            "personKeys", title: "Audit log keys of people",
            what: "The key of each person with which their part of the audit log is encrypted.",
            purpose: "So that the audit log no longer says anything about a person whose key is destroyed.",
            class: .secret, about: .person, logs: .never, storage: .encrypted, since: .release("0.1.0"),
            kept: .retention([.auditSecurityDays]), readers: .program,
            places: [.folder("audit", files: "people.keys", "people.keys.new")]),
        StoredDataKind(
            "auditHeads", title: "Audit log check values",
            what: "Signed check values of the audit log: how far it goes, and that nothing in it was changed.",
            purpose: "To notice when entries are missing or changed.",
            class: .internalUse, about: .noPerson, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .permission(.viewAudit),
            places: [
                .folder("audit", files: "heads.signed", "heads.signed.new"),
                .table("audit_memory", columns: "memory"),
            ]),
    ]
}
