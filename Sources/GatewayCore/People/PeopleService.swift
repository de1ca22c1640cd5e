package import HomeModel
import HomeStorage

/// Changes to people, each decided and written down before it takes effect.
package struct PeopleService: Sendable {
    let people: PeopleRegister
    let registry: HomeRegistry
    let departure: PersonDeparture
    let acts: AuditedActs

    package init(
        people: PeopleRegister, registry: HomeRegistry, departure: PersonDeparture, acts: AuditedActs
    ) {
        self.people = people
        self.registry = registry
        self.departure = departure
        self.acts = acts
    }

    package func list(as identity: Identity) async throws(ActRefusal) -> [Person] {
        try await acts.require(.managePeople, of: identity)
        return await people.everyone
    }

    package func add(name: String, role: Role, as identity: Identity) async throws(ActRefusal) -> Person {
        try await requireManaging(role, as: identity)
        let name = try await checked(name)
        return try await people.add(name: name, role: role) { id async throws(ActRefusal) in
            try await acts.writeDown(
                .policyChange, by: identity, about: id, metadata: ["act": "add", "newRole": role.rawValue])
        } failed: {
            await acts.noteFailure(of: [$0], .notStored)
        }
    }

    /// Makes the first owner.
    func takeHome(_ name: DisplayName) async throws(ActRefusal) -> Person {
        try await people.add(name: name, role: .owner) { id async throws(ActRefusal) in
            try await acts.writeDownStranger(
                .policyChange, .security, about: id, success: true, metadata: ["act": "claim"])
        } failed: {
            await acts.noteFailure(of: [$0], .notStored)
        }
    }

    /// Changes what is given and leaves the rest; the id stays with any name. A person who is to manage people loses the
    /// clients and the PIN that others could have prepared: `isConfirmed` says that this was agreed to.
    package func change(
        _ id: PersonID, name: String? = nil, role: Role? = nil, isConfirmed: Bool = false, as identity: Identity
    ) async throws(ActRefusal) -> Person {
        try await acts.require(.managePeople, of: identity)
        if let role { try await requireManaging(role, as: identity) }
        guard let person = await people.person(id) else { throw .notFound }
        try await requireManaging(person.role, as: identity)
        var newName: DisplayName?
        if let name { newName = try await checked(name, of: id) }
        if let role, role != .owner { try await keepAnOwner(without: id) }
        guard let role, RoleRaise.isRaise(from: person.role, to: role) else {
            return try await store(newName, role, of: person, as: identity)
        }
        // Clients and PINs that come in from here on are held against the new role.
        await people.beginRaise(of: id, to: role)
        do throws(ActRefusal) {
            let raise = RoleRaise(departure: departure, acts: acts)
            let leftovers = await raise.leftovers(of: id, raisedTo: role)
            guard isConfirmed || leftovers.isEmpty else { throw .confirmationNeeded(leftovers.sentence) }
            try await raise.clear(leftovers, of: id, as: identity)
            let changed = try await store(newName, role, of: person, as: identity)
            await people.endRaise(of: id, to: role)
            return changed
        } catch {
            await people.endRaise(of: id, to: role)
            throw error
        }
    }

    /// Writes the change down and carries it out.
    private func store(
        _ name: DisplayName?, _ role: Role?, of person: Person, as identity: Identity
    ) async throws(ActRefusal) -> Person {
        let written = try await acts.writeAllDown(
            [
                name.map { _ in (.policyChange, ["act": "rename"]) },
                role.map {
                    (.policyChange, ["act": "role", "oldRole": person.role.rawValue, "newRole": $0.rawValue])
                },
            ], by: identity, about: person.id)
        let isDone: Bool
        do throws(StorageError) {
            isDone = try await change(person.id, name, role)
        } catch {
            // A role that allows less holds whatever the disk says; a new name does not.
            let now = await people.person(person.id)?.role
            let isRoleHeld = role != nil && now == role
            await acts.noteFailure(of: isRoleHeld ? Array(written.dropLast()) : written, .notStored)
            guard isRoleHeld else { throw .storage(error) }
            throw await acts.held(written.suffix(1), inSpiteOf: error)
        }
        guard isDone else {
            await acts.noteFailure(of: written, .lastOwner)
            throw Self.lastOwner
        }
        return Person(id: person.id, name: name ?? person.name, role: role ?? person.role)
    }

    /// What was confirmed with a PIN in one role is not confirmed for another. A lower role holds while the disk is slow, so
    /// step-ups end before as well as after.
    private func change(_ id: PersonID, _ name: DisplayName?, _ role: Role?) async throws(StorageError) -> Bool {
        guard let role, await people.person(id)?.role != role else {
            return try await people.change(id, name: name, role: role)
        }
        await departure.sessions.endStepUps(of: id)
        do throws(StorageError) {
            let isDone = try await people.change(id, name: name, role: role)
            await departure.sessions.endStepUps(of: id)
            return isDone
        } catch {
            await departure.sessions.endStepUps(of: id)
            throw error
        }
    }

    package func remove(_ id: PersonID, as identity: Identity) async throws(ActRefusal) {
        try await acts.require(.managePeople, of: identity)
        guard let person = await people.person(id) else { throw .notFound }
        try await requireManaging(person.role, as: identity)
        try await keepAnOwner(without: id)
        let act = try await acts.writeDown(.policyChange, by: identity, about: id, metadata: ["act": "remove"])
        // Of two owners who remove each other only one goes: the clients of the other must not go with them.
        let isDone = try await acts.storing(for: [act], survivingFailure: { true }) { () async throws(StorageError) in
            try await people.remove(id) { await departure.take(id) }
        }
        guard isDone else {
            await acts.noteFailure(of: [act], .lastOwner)
            throw Self.lastOwner
        }
        // What came in while the disk was busy.
        await departure.take(id)
    }

    private func checked(_ text: String, of id: PersonID? = nil) async throws(ActRefusal) -> DisplayName {
        let name = try DisplayName.checked(text, field: "name")
        guard await !people.everyone.contains(where: { $0.name == name && $0.id != id }) else {
            throw .conflict("There is already someone with this name.")
        }
        return name
    }

    private func keepAnOwner(without id: PersonID) async throws(ActRefusal) {
        guard await people.isLastOwner(id) else { return }
        throw Self.lastOwner
    }

    private static let lastOwner = ActRefusal.conflict("This is the last owner; make somebody else an owner first.")

    /// An admin manages everyone but owners.
    func requireManaging(_ role: Role, as identity: Identity) async throws(ActRefusal) {
        try await acts.require(.managePeople, of: identity)
        guard let asker = identity.person else { return }
        let own = await people.person(asker)?.role ?? .guest
        guard !own.mayManage(role) else { return }
        try await acts.writeDown(
            .policyChange, .warning, by: identity, success: false,
            metadata: ["permission": Permission.managePeople.rawValue, "managed": role.rawValue])
        throw .denied(.onlyRoles(Role.allCases.filter { $0.mayManage(role) }))
    }
}
