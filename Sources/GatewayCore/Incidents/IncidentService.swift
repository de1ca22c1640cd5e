package import HomeModel

/// An incident as one person sees it.
package struct IncidentView: Sendable {
    package let incident: Incident
    /// Whether the person has seen it; true for the console, which is no person.
    package let isSeen: Bool
    /// The name of the person whom it is about; nil when there is none, or when the person is gone.
    package let personName: DisplayName?
}

/// Lists, opens and closes incidents, for people who may manage the maintenance of the home: owners and admins.
package struct IncidentService: Sendable {
    let incidents: IncidentRegistry
    let people: PeopleRegistry
    let feed: LiveFeed
    let actions: AuthorizedActions
    let steps: ContainmentSteps
    let evidence: EvidenceCollector

    /// All incidents: open ones first, then the newest.
    package func list(as identity: Identity) async throws(ActionRefusal) -> [IncidentView] {
        try await actions.require(.manageMaintenance, of: identity)
        var views: [IncidentView] = []
        for incident in await incidents.all { views.append(await view(of: incident, for: identity)) }
        return views
    }

    package func incident(_ id: IncidentID, as identity: Identity) async throws(ActionRefusal) -> IncidentView {
        try await actions.require(.manageMaintenance, of: identity)
        return await view(of: try await existing(id), for: identity)
    }

    /// The number of open incidents that the caller's person has not seen; nil for callers who may not see incidents, and
    /// for the console.
    package func unseenCount(for identity: Identity) async -> Int? {
        guard let person = identity.person, await actions.isAllowed(.manageMaintenance, identity: identity) else {
            return nil
        }
        return await incidents.unseenCount(of: person)
    }

    /// The number of open incidents; nil for the same callers.
    package func openCount(for identity: Identity) async -> Int? {
        guard identity.person != nil, await actions.isAllowed(.manageMaintenance, identity: identity) else {
            return nil
        }
        return await incidents.openCount
    }

    /// Opens an incident by hand.
    package func open(
        title: String, note: String?, kind: IncidentKind? = nil, as identity: Identity
    ) async throws(ActionRefusal) -> IncidentView {
        try await actions.require(.manageMaintenance, of: identity, for: .incidentOpen)
        let title = try Self.title(title)
        let now = actions.clock.now()
        var notes: [IncidentNote] = []
        if let note {
            let text = try Self.text(note, field: "note")
            notes.append(IncidentNote(time: now, author: identity.description, text: text))
        }
        let incident = Incident(
            id: .random(), rule: nil, title: title, kind: kind, subject: IncidentSubject(), openedAt: now,
            openedBy: identity.description, notes: notes)
        let act = try await actions.writeEntry(.incidentOpen, by: identity, target: incident.id.rawValue)
        let isAdded = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await incidents.add(incident)
        }
        guard isAdded else {
            await actions.recordFailure(of: [act], .overtaken)
            throw .conflict("There are \(IncidentRegistry.mostIncidents) open incidents; close some first.")
        }
        // Who opens an incident has seen it.
        if let person = identity.person { try? await incidents.recordSeen(incident.id, by: person, at: now) }
        await feed.publish([.homeChanged])
        return await view(of: incident, for: identity)
    }

    /// Adds a note.
    package func note(
        _ id: IncidentID, text: String, as identity: Identity
    ) async throws(ActionRefusal) -> IncidentView {
        try await actions.require(.manageMaintenance, of: identity, for: .incidentNote)
        let text = try Self.text(text, field: "text")
        let current = try await existing(id)
        guard current.notes.count < Incident.mostNotes else {
            throw .conflict("The incident has \(Incident.mostNotes) notes, which is the limit.")
        }
        let note = IncidentNote(time: actions.clock.now(), author: identity.description, text: text)
        let view = try await change(id, event: .incidentNote, as: identity) { incident in
            guard incident.notes.count < Incident.mostNotes else { return false }
            incident.notes.append(note)
            return true
        }
        await feed.publish([.homeChanged])
        return view
    }

    /// Closes an incident. Throws `.conflict` for one that is closed already.
    package func close(
        _ id: IncidentID, reason: String?, as identity: Identity
    ) async throws(ActionRefusal) -> IncidentView {
        try await actions.require(.manageMaintenance, of: identity, for: .incidentClose)
        var text: IncidentText?
        if let reason { text = try Self.text(reason, field: "reason") }
        guard try await existing(id).isOpen else { throw .conflict("The incident is closed already.") }
        let closing = Incident.Closing(time: actions.clock.now(), actor: identity.description, reason: text)
        let view = try await change(id, event: .incidentClose, as: identity) { incident in
            guard incident.isOpen else { return false }
            incident.closing = closing
            return true
        }
        await feed.publish([.homeChanged])
        return view
    }

    /// Corrects the title of an incident that a person opened. Throws `.conflict` for one that a rule raised.
    package func rename(
        _ id: IncidentID, title: String, as identity: Identity
    ) async throws(ActionRefusal) -> IncidentView {
        try await actions.require(.manageMaintenance, of: identity, for: .incidentRename)
        let title = try Self.title(title)
        guard try await existing(id).rule == nil else {
            throw .conflict("A rule raised this incident, so its title says what was noticed.")
        }
        let (now, actor) = (actions.clock.now(), identity.description)
        let view = try await change(id, event: .incidentRename, as: identity) { incident in
            incident.rename(title, at: now, by: actor)
            return true
        }
        await feed.publish([.homeChanged])
        return view
    }

    /// Opens a closed incident again. Throws `.conflict` for one that is open.
    package func reopen(_ id: IncidentID, as identity: Identity) async throws(ActionRefusal) -> IncidentView {
        try await actions.require(.manageMaintenance, of: identity, for: .incidentReopen)
        let current = try await existing(id)
        guard !current.isOpen else { throw .conflict("The incident is open.") }
        guard (current.reopenings ?? []).count < Incident.mostReopenings else {
            throw .conflict("The incident was reopened \(Incident.mostReopenings) times, which is the limit.")
        }
        let (now, actor) = (actions.clock.now(), identity.description)
        let view = try await change(id, event: .incidentReopen, as: identity) { $0.reopen(at: now, by: actor) }
        await feed.publish([.homeChanged])
        return view
    }

    /// Records that the caller's person has seen the incident. Writes no audit entry, because nothing else changes.
    package func recordSeen(_ id: IncidentID, as identity: Identity) async throws(ActionRefusal) -> IncidentView {
        try await actions.require(.manageMaintenance, of: identity)
        let incident = try await existing(id)
        if let person = identity.person, identity.scope == nil {
            let now = actions.clock.now()
            try await actions.storing { () async throws(StorageError) in
                try await incidents.recordSeen(id, by: person, at: now)
            }
        }
        return await view(of: incident, for: identity)
    }

    // MARK: - Parts

    func existing(_ id: IncidentID) async throws(ActionRefusal) -> Incident {
        guard let incident = await incidents[id] else { throw .notFound }
        return incident
    }

    func view(of incident: Incident, for identity: Identity) async -> IncidentView {
        let person = incident.subject.person.flatMap { PersonID($0) }
        var isSeen = true
        if let viewer = identity.person { isSeen = await incidents.isSeen(incident.id, by: viewer) }
        var name: DisplayName?
        if let person { name = await people.person(person)?.name }
        return IncidentView(incident: incident, isSeen: isSeen, personName: name)
    }

    /// Writes the audit entry of a change, and stores it. `edit` returns false when the incident is not as the change
    /// needs it any more.
    private func change(
        _ id: IncidentID, event: AuditEvent, as identity: Identity,
        by edit: @escaping @Sendable (inout Incident) -> Bool
    ) async throws(ActionRefusal) -> IncidentView {
        let act = try await actions.writeEntry(event, by: identity, target: id.rawValue)
        let changed = try await actions.storing(for: [act]) { () async throws(StorageError) in
            try await incidents.change(id, by: edit)
        }
        guard let changed else {
            await actions.recordFailure(of: [act], .overtaken)
            throw .conflict("The incident was changed meanwhile. Read it again.")
        }
        return await view(of: changed, for: identity)
    }

    private static func text(_ raw: String, field: String) throws(ActionRefusal) -> IncidentText {
        guard let text = IncidentText(raw) else {
            throw .invalid(
                field: field, code: code(of: raw, maximumCharacters: IncidentText.maximumCharacters),
                detail: "A text has 1 to \(IncidentText.maximumCharacters) characters, without invisible ones.")
        }
        return text
    }

    private static func title(_ raw: String) throws(ActionRefusal) -> IncidentText {
        guard let title = IncidentText(title: raw) else {
            throw .invalid(
                field: "title", code: code(of: raw, maximumCharacters: IncidentText.maximumTitleCharacters),
                detail: "A title is one line of 1 to \(IncidentText.maximumTitleCharacters) characters.")
        }
        return title
    }

    /// Why the text is not accepted.
    private static func code(of raw: String, maximumCharacters: Int) -> String {
        if raw.allSatisfy(\.isWhitespace) { return "empty" }
        return raw.count > maximumCharacters ? "tooLong" : "invalidCharacters"
    }
}
