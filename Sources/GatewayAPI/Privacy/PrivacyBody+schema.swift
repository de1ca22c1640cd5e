import GatewayWire
import HomeModel

extension PrivacyBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Privacy",
        .object([
            "format": .count.about("The form of this document."), "kinds": .array(of: StoredDataKindBody.schema),
        ]))

    static let example = PrivacyBody(
        kinds: [.example], terms: RetentionTerms(),
        amounts: [StoredDataKind.example.id: StoredDataAmount(rows: 412, bytes: 96_256)])
}

extension StoredDataKindBody: DocumentedBody {
    static let schema = Schema.component(
        "StoredDataKind",
        .object(
            [
                "id": .text.about("Stays the same in later versions."),
                "title": .text.about("The name of the kind in a few English words."),
                "what": .text.about("An English sentence."),
                "purpose": .text.about("An English sentence."), "dataClass": .word(of: DataClass.self),
                "subject": .word(of: DataSubject.self).about("Whom it is about."),
                "logs": .word(of: LogHandling.self).about("What the system log may contain of it."),
                "storage": .words(["encrypted", "plain"]), "since": .dataOrigin, "kept": .dataTerm,
                "readers": .dataReaders, "places": .array(of: .storedDataPlace),
            ],
            optional: [
                "plainReason": .word(of: PlainSecretReason.self).about("Why a secret is stored plain."),
                "rows": .count.about("Rows or readings; absent for data in files and without `modifySettings`."),
                "bytes": .count.about("Absent without `modifySettings`."),
                "isAtLeast": .boolean.about("True when counting ended at a limit, so that there is more."),
            ]))

    static let example = StoredDataKindBody(
        .example, terms: RetentionTerms(), amount: StoredDataAmount(rows: 412, bytes: 96_256))
}

extension StoredDataKind {
    fileprivate static let example = StoredDataKind(
        "auditLog", title: "Audit log", what: "Who did what and when.",
        purpose: "It is the security log of the home.", class: .sensitive, about: .person, logs: .masked,
        storage: .encrypted, since: .release("0.1.0"), kept: .retention([.auditSecurityDays]),
        readers: .personAnd(.viewAudit),
        places: [.folder("audit", files: "*.segment")])
}

extension Schema {
    fileprivate static let dataOrigin = component(
        "DataOrigin",
        .object([:], optional: ["databaseVersion": .count, "release": .text]).about("Exactly one property is present."))

    fileprivate static let dataTerm = component(
        "DataTerm",
        .object(
            ["rule": .words(DataTerm.codes)],
            optional: [
                "days": .count.about("For the rule `days`."),
                "terms": .array(of: .object(["name": .word(of: RetentionTermName.self)], optional: ["days": .count]))
                    .about("For the rule `retention`: the terms as they are now."),
            ]))

    fileprivate static let dataReaders = component(
        "DataReaders", .object(["who": .words(DataReaders.codes)], optional: ["permission": .permission]))

    fileprivate static let storedDataPlace = component(
        "StoredDataPlace",
        .object(
            ["sort": .word(of: StoredDataPlaceBody.Sort.self), "items": .array(of: .text)],
            optional: [
                "name": .text.about("The table, the folder, or the storage of the browser."),
                "rows": .word(of: RecordKind.self).about("The kind of record whose rows of the table are meant."),
            ]))
}

extension PrivacyNoticeBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "PrivacyNotice",
        .object(
            [
                "version": .count,
                "points": .array(of: .object(["code": .text, "title": .text, "text": .text])).about("In English."),
            ],
            optional: [
                "seenVersion": .count.about("The newest version that the caller's person has seen."),
                "seenAt": .time,
            ]))

    static let example = PrivacyNoticeBody(lastView: nil)
}

extension NoticeSeenBody: DocumentedBody {
    static let schema = Schema.component("NoticeSeen", .object(["version": .integer(1...1_000_000)]))
    static let example = NoticeSeenBody(version: PrivacyNotice.version)
}
