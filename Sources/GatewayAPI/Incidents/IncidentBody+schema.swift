import GatewayWire
import HomeModel

extension IncidentSummaryBody: DocumentedBody {
    static let schema = Schema.component(
        "IncidentSummary",
        .object(
            Schema.incident(with: ["changedAt": Schema.time.about("When something last happened in it.")]),
            optional: Schema.incidentSource(with: [:])))

    static let example = IncidentSummaryBody(.example, isSeen: false, personName: "Kim")
}

extension IncidentBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Incident",
        .object(
            Schema.incident(with: [
                "openedBy": .actor, "subject": .incidentSubject, "evidence": .array(of: .incidentEvidence),
                "notes": .array(of: .incidentNote), "acts": .array(of: .incidentAct),
            ]),
            optional: Schema.incidentSource(with: [
                "kind": .incidentKind.about("What a person said it is about."), "closing": .incidentClosing,
                "reopenings": .array(of: .incidentReopening).about("How it was opened again after it was closed."),
                "personName": .name.about("The name of the person whom it is about, if they are in the home."),
            ])))

    static let example = IncidentBody(.example, isSeen: false, personName: "Kim")
}

extension Incident {
    fileprivate static let example = Incident(
        id: IncidentID("7k2mq4tz9xb1c8de"), rule: .manyRefusals, title: nil,
        subject: IncidentSubject(person: "kim", client: ClientID("9xb1c8de7k2mq4tz")), openedAt: .example,
        openedBy: "gateway",
        closing: Closing(time: .example, actor: "olga", reason: IncidentText("The phone was found.")),
        evidence: [
            IncidentEvidence(
                code: "manyRefusals", count: 10, first: .example, last: .example,
                entries: [AuditReference(severity: .warning, sequence: 42)])
        ],
        notes: [],
        acts: [
            IncidentAct(
                time: .example, actor: "olga", containment: .revokeClient, target: "9xb1c8de7k2mq4tz",
                targetName: "Kim’s phone", targetPerson: "kim", isDone: true)
        ])
}

extension Schema {
    fileprivate static let actor = text.about(
        "As in the audit log: `console`, `console as PERSON`, a person, or `gateway`.")

    fileprivate static func incident(with more: [String: Schema]) -> [String: Schema] {
        let head: [String: Schema] = [
            "id": .id, "sentence": .text.about("What it is, in English."),
            "values": .sentenceValues.about("The values in the sentence, to write it in another language."),
            "isOpen": .boolean, "isSeen": .boolean.about("Whether the caller has seen it."), "openedAt": .time,
        ]
        return head.merging(more) { $1 }
    }

    fileprivate static func incidentSource(with more: [String: Schema]) -> [String: Schema] {
        let source: [String: Schema] = [
            "rule": .incidentRule.about("The rule that raised it; absent for one that a person opened."),
            "title": .text.about("The title that a person gave."),
        ]
        return source.merging(more) { $1 }
    }

    fileprivate static let incidentRule = component("IncidentRule", .word(of: IncidentRule.self))

    fileprivate static let incidentKind = component("IncidentKind", .word(of: IncidentKind.self))

    fileprivate static let incidentSubject = component(
        "IncidentSubject",
        .object(
            [:],
            optional: [
                "person": .text.about("The id of a person, or the pseudonym of one who was erased."), "client": .id,
                "device": .text.about("The root of a device at the broker."), "file": .text,
            ]))

    fileprivate static let incidentEvidence = component(
        "IncidentEvidence",
        .object([
            "code": .text, "count": .count, "first": .time, "last": .time, "values": sentenceValues,
            "entries": .array(
                of: .text(pattern: "^(informational|warning|security):[0-9]+$").about("An audit entry.")),
        ]))

    fileprivate static let incidentNote = component(
        "IncidentNote", .object(["time": .time, "author": .actor, "text": .text]))

    fileprivate static let containment = component("Containment", .word(of: Containment.self))

    fileprivate static let containmentStep = component(
        "ContainmentStep", .words(Containment.steps.map(\.rawValue)))

    fileprivate static let incidentAct = component(
        "IncidentAct",
        .object(
            ["time": .time, "actor": .actor, "containment": .containment, "isDone": .boolean],
            optional: [
                "target": .text, "targetName": .text.about("The name of the target when it was done."),
                "targetPerson": .text.about("The person to whom the client or token belonged."),
                "signedOut": .count.about("How many clients a step signed out that signs out several."),
            ]))

    fileprivate static let incidentClosing = component(
        "IncidentClosing", .object(["time": .time, "actor": .actor], optional: ["reason": .text]))

    fileprivate static let incidentReopening = component(
        "IncidentReopening", .object(["closing": .incidentClosing, "time": .time, "actor": .actor]))
}

extension IncidentRuleTerms: DocumentedBody {
    static let schema = Schema.component(
        "IncidentRuleTerms",
        .object(
            [
                "rule": .incidentRule, "count": .count.about("So many events of one subject raise an incident …"),
                "windowSeconds": .count.about("… within so many seconds."),
                "mostPerDay": .count.about("So many incidents of the rule are opened in 24 hours."),
            ],
            optional: [
                "fromHour": .integer(0...24), "toHour": .integer(0...24),
                "distanceHours": .count.about("How far from the permitted time an attempt is unusual."),
            ]))

    static let example = IncidentRuleTerms(.manyRefusals, count: 10, windowSeconds: 600)
}

extension NewIncidentBody: DocumentedBody {
    static let schema = Schema.component(
        "NewIncident",
        .object(
            ["title": .text(1...IncidentText.maximumTitleCharacters)],
            optional: [
                "note": .text(1...IncidentText.maximumCharacters),
                "kind": .incidentKind.about("What it is about. The page and a notice advise the fitting steps."),
            ]))
    static let example = NewIncidentBody(
        title: "My phone was stolen", note: "On the train, at about nine.", kind: .lostPhone)
}

extension IncidentTitleBody: DocumentedBody {
    static let schema = Schema.component(
        "IncidentTitle", .object(["title": .text(1...IncidentText.maximumTitleCharacters)]))
    static let example = IncidentTitleBody(title: "My phone was stolen")
}

extension NewIncidentNoteBody: DocumentedBody {
    static let schema = Schema.component(
        "NewIncidentNote", .object(["text": .text(1...IncidentText.maximumCharacters)]))
    static let example = NewIncidentNoteBody(text: "It was a guest with an old invitation.")
}

extension IncidentClosingBody: DocumentedBody {
    static let schema = Schema.component(
        "NewIncidentClosing", .object([:], optional: ["reason": .text(1...IncidentText.maximumCharacters)]))
    static let example = IncidentClosingBody(reason: "The phone was found.")
}

extension ContainmentBody: DocumentedBody {
    static let schema = Schema.component(
        "NewContainment",
        .object(
            ["step": .containmentStep],
            optional: [
                "target": .id.about("The client, person, token or device; absent where the step is about the home.")
            ]))
    static let example = ContainmentBody(step: .revokeClient, target: "9xb1c8de7k2mq4tz")
}

extension IncidentNoticeBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "IncidentNotice",
        .object([
            "language": .text, "text": .text.about("The draft. Change it before you send it."), "knownSince": .time,
            "reportBy": .time.about(
                "72 hours later. A household need not report; those to whom the GDPR applies do (Article 33)."),
        ]))
    static let example = IncidentNoticeBody(
        language: "en", text: "What happened: …", knownSince: .example, reportBy: .example)
}
