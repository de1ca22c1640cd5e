package import HomeModel

/// `GET /incidents`: one incident of the list.
package struct IncidentSummaryBody: Codable, Sendable {
    package let id: IncidentID
    /// The rule that raised it; nil for one that a person opened.
    package let rule: IncidentRule?
    /// The title that a person gave; nil for one that a rule raised.
    package let title: String?
    /// What it is, in one English sentence.
    package let sentence: String
    /// The values in the sentence, to write it in another language.
    package let values: [String: SentenceValue]
    package let isOpen: Bool
    package let isSeen: Bool
    package let openedAt: Timestamp
    /// When something last happened in it.
    package let changedAt: Timestamp

    package init(_ incident: Incident, isSeen: Bool, personName: String?) {
        id = incident.id
        rule = incident.rule
        title = incident.title?.text
        sentence = IncidentSentence.text(of: incident, personName: personName)
        values = incident.sentenceValues(personName: personName)
        isOpen = incident.isOpen
        self.isSeen = isSeen
        openedAt = incident.openedAt
        changedAt = incident.changedAt
    }
}

/// `GET /incidents/{id}`: an incident with its timeline.
package struct IncidentBody: Codable, Sendable {
    package let id: IncidentID
    package let rule: IncidentRule?
    package let title: String?
    /// What a person said it is about; nil for one that a rule raised, and when the person did not say it.
    package let kind: IncidentKind?
    package let sentence: String
    package let values: [String: SentenceValue]
    package let isOpen: Bool
    package let isSeen: Bool
    package let openedAt: Timestamp
    package let openedBy: String
    package let closing: Incident.Closing?
    /// Nil when it was never reopened.
    package let reopenings: [Incident.Reopening]?
    package let subject: IncidentSubject
    package let personName: String?
    package let evidence: [IncidentEvidence]
    package let notes: [IncidentNote]
    package let acts: [IncidentAct]

    package init(_ incident: Incident, isSeen: Bool, personName: String?) {
        id = incident.id
        rule = incident.rule
        title = incident.title?.text
        kind = incident.kind
        sentence = IncidentSentence.text(of: incident, personName: personName)
        values = incident.sentenceValues(personName: personName)
        isOpen = incident.isOpen
        self.isSeen = isSeen
        openedAt = incident.openedAt
        openedBy = incident.openedBy
        closing = incident.closing
        reopenings = incident.reopenings
        subject = incident.subject
        self.personName = personName
        evidence = incident.evidence
        notes = incident.notes
        acts = incident.acts
    }
}

extension Incident {
    /// The values in its sentence. The person is named if the name is known.
    fileprivate func sentenceValues(personName: String?) -> [String: SentenceValue] {
        var values = evidence.last?.values ?? [:]
        values["count"] = .number(evidence.reduce(0) { $0 + $1.count })
        values["person"] = (personName ?? subject.person).map { .text($0) }
        values["client"] = subject.client.map { .text($0.rawValue) }
        values["device"] = subject.device.map { .text($0) }
        values["file"] = subject.file.map { .text($0) }
        return values
    }
}

/// `POST /incidents`.
package struct NewIncidentBody: Codable, Sendable {
    package let title: String
    package let note: String?
    /// What it is about.
    package let kind: IncidentKind?

    package init(title: String, note: String?, kind: IncidentKind? = nil) {
        self.title = title
        self.note = note
        self.kind = kind
    }
}

/// `PATCH /incidents/{id}`.
package struct IncidentTitleBody: Codable, Sendable {
    package let title: String

    package init(title: String) { self.title = title }
}

/// `POST /incidents/{id}/notes`.
package struct NewIncidentNoteBody: Codable, Sendable {
    package let text: String

    package init(text: String) { self.text = text }
}

/// `POST /incidents/{id}/closing`.
package struct IncidentClosingBody: Codable, Sendable {
    package let reason: String?

    package init(reason: String?) { self.reason = reason }
}

/// `POST /incidents/{id}/containment`.
package struct ContainmentBody: Codable, Sendable {
    package let step: Containment
    /// The client, person, token or device; absent where the step concerns the whole home.
    package let target: String?

    package init(step: Containment, target: String?) {
        self.step = step
        self.target = target
    }
}

/// `GET /incidents/{id}/notice`: a draft of a notice to the people concerned.
package struct IncidentNoticeBody: Codable, Sendable {
    package let language: String
    /// The whole draft. People change it before they send it.
    package let text: String
    /// When the incident was noticed.
    package let knownSince: Timestamp
    /// 72 hours later: the end of the time in which those to whom the GDPR applies inform their authority.
    package let reportBy: Timestamp

    package init(language: String, text: String, knownSince: Timestamp, reportBy: Timestamp) {
        self.language = language
        self.text = text
        self.knownSince = knownSince
        self.reportBy = reportBy
    }
}
