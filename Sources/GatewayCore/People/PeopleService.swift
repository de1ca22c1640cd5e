package import HomeModel

/// Changes people; each change is authorized and written to the audit log before it takes effect.
package struct PeopleService: Sendable {
    let people: PeopleRegistry
    let registry: HomeRegistry
    let personRemoval: PersonRemoval
    let actions: AuthorizedActions

    package init(
        people: PeopleRegistry, registry: HomeRegistry, personRemoval: PersonRemoval, actions: AuthorizedActions
    ) {
        self.people = people
        self.registry = registry
        self.personRemoval = personRemoval
        self.actions = actions
    }

    package func list(as identity: Identity) async throws(ActionRefusal) -> [Person] {
        try await actions.require(.managePeople, of: identity)
        return await people.allPeople
    }

    /// Adds a person; the id follows from the name. Throws `.conflict` when another person has this name.
    package func add(name: String, role: Role, as identity: Identity) async throws(ActionRefusal) -> Person {
        try await requireManaging(role, as: identity)
        let name = try await checked(name)
        return try await people.add(name: name, role: role) { id async throws(ActionRefusal) in
            try await actions.writeEntry(
                .policyChange, by: identity, about: id, metadata: ["act": "add", "newRole": role.rawValue])
        } failed: {
            await actions.recordFailure(of: [$0], .notStored)
        }
    }

    /// Creates the first owner.
    func claimHome(_ name: DisplayName) async throws(ActionRefusal) -> Person {
        try await people.add(name: name, role: .owner) { id async throws(ActionRefusal) in
            try await actions.writeStrangerEntry(
                .policyChange, severity: .security, about: id, success: true, metadata: ["act": "claim"])
        } failed: {
            await actions.recordFailure(of: [$0], .notStored)
        }
    }

    /// Changes the given properties and leaves the others; the id stays with any name. A person who is to manage people
    /// loses the clients and the PIN that others could have prepared: without `isConfirmed` that throws
    /// `.confirmationNeeded`.
    package func change(
        _ id: PersonID, name: String? = nil, role: Role? = nil, isConfirmed: Bool = false, as identity: Identity
    ) async throws(ActionRefusal) -> Person {
        try await actions.require(.managePeople, of: identity)
        if let role { try await requireManaging(role, as: identity) }
        guard let person = await people.person(id) else { throw .notFound }
        try await requireManaging(person.role, as: identity)
        var newName: DisplayName?
        if let name { newName = try await checked(name, of: id) }
        if let role, role != .owner { try await requireRemainingOwner(without: id) }
        guard let role, RolePromotion.isPromotion(from: person.role, to: role) else {
            return try await store(newName, role: role, of: person, as: identity)
        }
        // From here on, new clients and PINs are checked against the new role.
        await people.beginPromotion(of: id, to: role)
        do throws(ActionRefusal) {
            let promotion = RolePromotion(personRemoval: personRemoval, actions: actions)
            let leftovers = await promotion.leftovers(of: id, raisedTo: role)
            guard isConfirmed || leftovers.isEmpty else { throw .confirmationNeeded(leftovers.sentence) }
            try await promotion.clear(leftovers, of: id, as: identity)
            let changed = try await store(newName, role: role, of: person, as: identity)
            await people.endPromotion(of: id, to: role)
            return changed
        } catch {
            await people.endPromotion(of: id, to: role)
            throw error
        }
    }

    /// Writes the audit entries of a change and carries it out.
    private func store(
        _ name: DisplayName?, role: Role?, of person: Person, as identity: Identity
    ) async throws(ActionRefusal) -> Person {
        let written = try await actions.writeEntries(
            [
                name.map { _ in (.policyChange, ["act": "rename"]) },
                role.map {
                    (.policyChange, ["act": "role", "oldRole": person.role.rawValue, "newRole": $0.rawValue])
                },
            ], by: identity, about: person.id)
        let isDone: Bool
        do throws(StorageError) {
            isDone = try await change(person.id, name: name, role: role)
        } catch {
            // A role with fewer rights is in force even if it could not be stored; a new name is not.
            let now = await people.person(person.id)?.role
            let isRoleHeld = role != nil && now == role
            await actions.recordFailure(of: isRoleHeld ? Array(written.dropLast()) : written, .notStored)
            guard isRoleHeld else { throw .storage(error) }
            throw await actions.unsaved(written.suffix(1), inSpiteOf: error)
        }
        guard isDone else {
            await actions.recordFailure(of: written, .lastOwner)
            throw Self.lastOwner
        }
        return Person(id: person.id, name: name ?? person.name, role: role ?? person.role)
    }

    /// Changes a person. Confirmations with a PIN in one role do not count in another. A lower role is in force while
    /// the disk is slow, so the confirmations end before as well as after the change.
    private func change(_ id: PersonID, name: DisplayName?, role: Role?) async throws(StorageError) -> Bool {
        guard let role, await people.person(id)?.role != role else {
            return try await people.change(id, name: name, role: role)
        }
        await personRemoval.sessions.endStepUps(of: id)
        do throws(StorageError) {
            let isDone = try await people.change(id, name: name, role: role)
            await personRemoval.sessions.endStepUps(of: id)
            return isDone
        } catch {
            await personRemoval.sessions.endStepUps(of: id)
            throw error
        }
    }

    /// Removes a person with all clients, tokens and grants. Throws `.conflict` for the last owner.
    package func remove(_ id: PersonID, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.managePeople, of: identity)
        guard let person = await people.person(id) else { throw .notFound }
        try await requireManaging(person.role, as: identity)
        try await requireRemainingOwner(without: id)
        let act = try await actions.writeEntry(.policyChange, by: identity, about: id, metadata: ["act": "remove"])
        // Of two owners who remove each other only one is removed: the clients of the other must not be removed.
        let isDone = try await actions.storing(for: [act], survivingFailure: { true }) {
            () async throws(StorageError) in
            try await endAccess(of: id)
        }
        guard isDone else {
            await actions.recordFailure(of: [act], .lastOwner)
            throw Self.lastOwner
        }
        // This removes the clients that were added while the disk was busy.
        await personRemoval.removeAll(id)
    }

    /// Ends all rights of the person and removes what belongs to them, without an audit entry. Returns false, and changes
    /// nothing, when the home would have no owner.
    func endAccess(of id: PersonID) async throws(StorageError) -> Bool {
        try await people.remove(id) { await personRemoval.removeAll(id) }
    }

    private func checked(_ text: String, of id: PersonID? = nil) async throws(ActionRefusal) -> DisplayName {
        let name = try DisplayName.checked(text, field: "name")
        guard await !people.allPeople.contains(where: { $0.name == name && $0.id != id }) else {
            throw .conflict("Another person has this name already. Choose another one.")
        }
        return name
    }

    private func requireRemainingOwner(without id: PersonID) async throws(ActionRefusal) {
        guard await people.isLastOwner(id) else { return }
        throw Self.lastOwner
    }

    private static let lastOwner = ActionRefusal.conflict("This is the last owner; make another person an owner first.")

    /// Throws a refusal unless the asker may manage people of this role: an admin manages everyone but owners.
    func requireManaging(_ role: Role, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.managePeople, of: identity)
        guard let asker = identity.person else { return }
        let own = await people.person(asker)?.role ?? .guest
        guard !own.mayManage(role) else { return }
        try await actions.writeEntry(
            .policyChange, severity: .warning, by: identity, success: false,
            metadata: ["permission": Permission.managePeople.rawValue, "managed": role.rawValue])
        throw .denied(.onlyRoles(Role.allCases.filter { $0.mayManage(role) }))
    }
}

/// Removes what belongs to a person who is removed, at once: clients, sessions, tokens, PIN, layout, preferences, the
/// notices that were seen, the name in answers to consents, open codes, invitations, event streams.
package struct PersonRemoval: Sendable {
    let sessions: SessionRegistry
    let pins: PINRegistry
    let layouts: LayoutRegistry
    let preferences: PreferencesRegistry
    let notices: NoticeRegistry
    let consents: ConsentRegistry
    let pendingPairings: PendingPairings
    let invitations: InvitationRegistry
    let feed: LiveFeed

    package init(
        sessions: SessionRegistry, pins: PINRegistry, layouts: LayoutRegistry, preferences: PreferencesRegistry,
        notices: NoticeRegistry, consents: ConsentRegistry, pendingPairings: PendingPairings,
        invitations: InvitationRegistry, feed: LiveFeed
    ) {
        self.sessions = sessions
        self.pins = pins
        self.layouts = layouts
        self.preferences = preferences
        self.notices = notices
        self.consents = consents
        self.pendingPairings = pendingPairings
        self.invitations = invitations
        self.feed = feed
    }

    func removeAll(_ person: PersonID) async {
        await sessions.forget(person)
        await feed.end(person: person)
        await pendingPairings.forget(person)
        await invitations.removeAll(of: person)
        await feed.publish(.waiting)
        await pins.forget(person)
        await layouts.forget(person)
        await preferences.forget(person)
        await notices.forget(person)
        await consents.forget(person)
    }
}
