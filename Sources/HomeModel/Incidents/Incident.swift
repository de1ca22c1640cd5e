/// Something that went wrong, or may have gone wrong, in the home: what was noticed, and what people did about it.
package struct Incident: Hashable, Sendable, Codable {
    /// How a person ended an incident.
    package struct Closing: Hashable, Sendable, Codable {
        package let time: Timestamp
        /// An actor as in an audit entry.
        package let actor: String
        /// What it was, in the words of the person; nil without a reason.
        package let reason: IncidentText?

        package init(time: Timestamp, actor: String, reason: IncidentText?) {
            self.time = time
            self.actor = actor
            self.reason = reason
        }
    }

    /// How a person opened an incident again that was closed.
    package struct Reopening: Hashable, Sendable, Codable {
        /// The closing that it took back.
        package var closing: Closing
        package let time: Timestamp
        /// An actor as in an audit entry.
        package var actor: String
    }

    /// The last correction of the title.
    package struct Renaming: Hashable, Sendable, Codable {
        package let time: Timestamp
        /// An actor as in an audit entry.
        package let actor: String
    }

    /// The limit of evidence; later evidence only increases the count of the last item of its code.
    package static let mostEvidence = 100
    package static let mostNotes = 200
    package static let mostActs = 200
    package static let mostReopenings = 20

    package let id: IncidentID
    /// The rule that raised it; nil for an incident that a person opened.
    package let rule: IncidentRule?
    /// The title that a person gave; nil for an incident that a rule raised.
    package private(set) var title: IncidentText?
    /// Nil while the title is that of the person who opened it.
    package private(set) var renaming: Renaming?
    /// What it is about, as the person said who opened it; nil when the person did not say it, and for a rule.
    package let kind: IncidentKind?
    package var subject: IncidentSubject
    package let openedAt: Timestamp
    /// The actor who opened it, as in an audit entry; `gateway` for a rule.
    package var openedBy: String
    package var closing: Closing?
    /// Oldest first; nil when it was never reopened.
    package private(set) var reopenings: [Reopening]?
    /// Oldest first.
    package var evidence: [IncidentEvidence]
    /// Oldest first.
    package var notes: [IncidentNote]
    /// What people did against it, oldest first.
    package var acts: [IncidentAct]

    package init(
        id: IncidentID, rule: IncidentRule?, title: IncidentText?, kind: IncidentKind? = nil,
        subject: IncidentSubject, openedAt: Timestamp, openedBy: String, closing: Closing? = nil,
        evidence: [IncidentEvidence] = [], notes: [IncidentNote] = [],
        acts: [IncidentAct] = []
    ) {
        self.id = id
        self.rule = rule
        self.title = title
        self.kind = kind
        self.subject = subject
        self.openedAt = openedAt
        self.openedBy = openedBy
        self.closing = closing
        self.evidence = evidence
        self.notes = notes
        self.acts = acts
    }

    package var isOpen: Bool { closing == nil }

    /// When something last happened in it.
    package var changedAt: Timestamp {
        let times = [
            closing?.time, renaming?.time, reopenings?.last?.time, evidence.last?.last, notes.last?.time,
            acts.last?.time,
        ]
        return times.compactMap(\.self).reduce(openedAt) { max($0, $1) }
    }

    /// The actor whose words the title is.
    package var titleAuthor: String { renaming?.actor ?? openedBy }

    /// Corrects the title.
    package mutating func rename(_ title: IncidentText, at time: Timestamp, by actor: String) {
        self.title = title
        renaming = Renaming(time: time, actor: actor)
    }

    /// Opens it again. Returns false, and changes nothing, when it is open or was reopened too often.
    package mutating func reopen(at time: Timestamp, by actor: String) -> Bool {
        guard let closing, (reopenings ?? []).count < Self.mostReopenings else { return false }
        reopenings = (reopenings ?? []) + [Reopening(closing: closing, time: time, actor: actor)]
        self.closing = nil
        return true
    }

    /// Adds evidence. Beyond the limit, the last item of the same code counts further; without one, nothing is added.
    package mutating func add(_ new: IncidentEvidence) {
        guard evidence.count >= Self.mostEvidence else { return evidence.append(new) }
        guard let index = evidence.lastIndex(where: { $0.code == new.code }) else { return }
        evidence[index].merge(new)
    }

    /// Whether the incident names the person: as its subject, an actor, or the author of a note.
    package func names(_ person: PersonID) -> Bool {
        let actors =
            [openedBy, renaming?.actor, closing?.actor].compactMap(\.self) + notes.map(\.author) + acts.map(\.actor)
            + (reopenings ?? []).flatMap { [$0.actor, $0.closing.actor] }
        return subject.person == person.rawValue
            || acts.contains { [$0.target, $0.targetPerson].contains(person.rawValue) }
            || actors.contains { $0.actingPerson == person.rawValue }
    }

    /// Removes what an erased person wrote, and puts `pseudonym` in place of the person everywhere else.
    package mutating func erase(_ person: PersonID, pseudonym: String) {
        notes.removeAll { $0.author.actingPerson == person.rawValue }
        if subject.person == person.rawValue { subject.person = pseudonym }
        if titleAuthor.actingPerson == person.rawValue { title = nil }
        renaming = renaming.map { Renaming(time: $0.time, actor: $0.actor.replacing(actor: person, by: pseudonym)) }
        openedBy = openedBy.replacing(actor: person, by: pseudonym)
        closing = closing?.erased(person, pseudonym: pseudonym)
        reopenings = reopenings?.map { reopening in
            Reopening(
                closing: reopening.closing.erased(person, pseudonym: pseudonym), time: reopening.time,
                actor: reopening.actor.replacing(actor: person, by: pseudonym))
        }
        for index in acts.indices {
            acts[index].actor = acts[index].actor.replacing(actor: person, by: pseudonym)
            if acts[index].target == person.rawValue {
                acts[index].target = pseudonym
                acts[index].targetName = nil
            }
            if acts[index].targetPerson == person.rawValue {
                acts[index].targetPerson = pseudonym
                acts[index].targetName = nil
            }
        }
    }
}

extension Incident.Closing {
    /// The closing without what an erased person wrote.
    fileprivate func erased(_ person: PersonID, pseudonym: String) -> Incident.Closing {
        guard actor.actingPerson == person.rawValue else { return self }
        return Incident.Closing(time: time, actor: actor.replacing(actor: person, by: pseudonym), reason: nil)
    }
}

package typealias IncidentID = Identifier<Incident>

/// What an incident is about. It contains ids only, never names.
package struct IncidentSubject: Hashable, Sendable, Codable {
    /// The id of a person, or the pseudonym of one who was erased.
    package var person: String?
    /// A client or a service token of that person.
    package let client: ClientID?
    /// The root of a device's part of its network, or the id of a device.
    package let device: String?
    /// The name of a file, without its folder.
    package let file: String?

    package init(person: String? = nil, client: ClientID? = nil, device: String? = nil, file: String? = nil) {
        self.person = person
        self.client = client
        self.device = device
        self.file = file
    }
}

/// A note that a person wrote about an incident.
package struct IncidentNote: Hashable, Sendable, Codable {
    package let time: Timestamp
    /// The author, an actor as in an audit entry.
    package let author: String
    package let text: IncidentText

    package init(time: Timestamp, author: String, text: IncidentText) {
        self.time = time
        self.author = author
        self.text = text
    }
}

/// What a person did against an incident, in one step.
package struct IncidentAct: Hashable, Sendable, Codable {
    package let time: Timestamp
    /// An actor as in an audit entry.
    package var actor: String
    package let containment: Containment
    /// The client, person, token or device; nil where the act concerns the whole home.
    package var target: String?
    /// The name of the target when it was done: a client that is revoked has none any more.
    package var targetName: String?
    /// The person to whom the client or token belonged, or the pseudonym of one who was erased.
    package var targetPerson: String?
    /// How many clients were signed out, for a step that signs out several; nil for other steps.
    package let signedOut: Int?
    /// Whether it was done. An act that failed stays in the timeline.
    package let isDone: Bool

    package init(
        time: Timestamp, actor: String, containment: Containment, target: String?, targetName: String? = nil,
        targetPerson: String? = nil, signedOut: Int? = nil, isDone: Bool
    ) {
        self.time = time
        self.actor = actor
        self.containment = containment
        self.target = target
        self.targetName = targetName
        self.targetPerson = targetPerson
        self.signedOut = signedOut
        self.isDone = isDone
    }

    /// Whether it changed something: one that signed out no client did not.
    package var hadEffect: Bool { isDone && signedOut != 0 }
}

extension Incident {
    /// Whether an act that was done elsewhere belongs to this incident: while it is open, the end of a lockdown that it lists,
    /// and a new PIN of a person whom it is about.
    package func includes(_ act: IncidentAct) -> Bool {
        guard isOpen, acts.count < Self.mostActs else { return false }
        switch act.containment {
        case .endLockdown:
            let last = acts.last { $0.isDone && [.lockdown, .endLockdown].contains($0.containment) }
            return last?.containment == .lockdown
        case .changePIN:
            let concerned = [subject.person] + acts.flatMap { [$0.target, $0.targetPerson] }
            return concerned.contains(act.target) || kind == .lostPhone && openedBy.actingPerson == act.target
        default: return false
        }
    }
}

/// The steps with which people contain an incident, and what ends or completes them.
package enum Containment: String, Sendable, Codable, CaseIterable {
    case lockdown
    case revokeClient
    /// Signs out every client of one person, and ends the person's tokens and open invitations.
    case endSessionsOfPerson
    case revokeToken
    case revokeDevice
    /// Signs out every client of the home except the one that asks, and ends all open invitations. Tokens stay.
    case endAllSessions
    /// Creates new roots, which overlap with the current ones.
    case rotateKeys
    /// Ends the overlap: from then on only the new roots count.
    case finishRotation
    /// The end of a lockdown, which people choose elsewhere.
    case endLockdown
    /// A new PIN of a person, which they choose elsewhere.
    case changePIN

    /// The steps that people choose in an incident. The others are only listed in it.
    package static let steps = allCases.filter(\.isStep)

    package var isStep: Bool { self != .endLockdown && self != .changePIN }

    /// Whether the step needs a target.
    package var needsTarget: Bool {
        switch self {
        case .revokeClient, .endSessionsOfPerson, .revokeToken, .revokeDevice: true
        case .lockdown, .endAllSessions, .rotateKeys, .finishRotation, .endLockdown, .changePIN: false
        }
    }
}

extension String {
    /// The person in an actor of an audit entry, also one who acted through the console; nil for no person.
    fileprivate var actingPerson: String? {
        let name = hasPrefix(AuditEntry.consoleAs) ? String(dropFirst(AuditEntry.consoleAs.count)) : self
        return AuditEntry.impersonalActors.contains(name) ? nil : name
    }
}
