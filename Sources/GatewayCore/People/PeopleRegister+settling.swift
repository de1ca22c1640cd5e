import HomeModel
import HomeStorage

// What holds, and the disk did not take.
extension PeopleRegister {
    /// How much was taken away that would be back after a restart.
    package var unsettled: Int {
        leavingPeople.count + leavingGrants.count + untoldRoles.count + untoldDenies.count + untoldUses.count
            + (isLockdownUntold ? 1 : 0) + Set(untoldGrants.keys).union(moving).count
    }

    /// Tells the disk again what it did not take.
    package func settle() async {
        if isLockdownUntold { try? await tellLockdown() }
        for id in leavingPeople where (try? await store.remove(id)) != nil { leavingPeople.remove(id) }
        for id in leavingGrants where (try? await store.remove(id)) != nil { leavingGrants.remove(id) }
        for id in Array(untoldRoles.keys) { try? await tellAgain(id) }
        for id in Array(untoldDenies.keys) { try? await tellDeny(id) }
        for id in Array(untoldGrants.keys) { try? await tellAgain(id) }
        untoldUses.formIntersection(grants.map(\.id))
        for id in untoldUses { try? await tellUses(id) }
    }

    private func tellLockdown() async throws(StorageError) {
        try await line.inTurn { () async throws(StorageError) in
            guard isLockdownUntold, let since = lockdownSince else { return }
            try await store.saveLockdown(since: since)
            if lockdownSince == since { isLockdownUntold = false }
        }
    }

    private func tellDeny(_ id: GrantID) async throws(StorageError) {
        guard let deny = untoldDenies[id] else { return }
        try await store.add(deny)
        untoldDenies[id] = nil
    }

    private func tellAgain(_ id: PersonID) async throws(StorageError) {
        try await line.inTurn { () async throws(StorageError) in
            guard let untold = untoldRoles[id] else { return }
            try await store.update(id, name: nil, role: untold.role)
            if untoldRoles[id]?.number == untold.number { untoldRoles[id] = nil }
        }
    }

    private func tellAgain(_ id: GrantID) async throws(StorageError) {
        try await line.inTurn { () async throws(StorageError) in
            // A change that is on its way tells the disk itself.
            guard changing[id] == nil, let untold = untoldGrants[id] else { return }
            try await store.update(untold)
            if untoldGrants[id] == untold { settle(untold) }
        }
    }

    /// What would be back after a restart if nothing kept it. A use that was not counted is none of it: nothing was sent for it.
    var held: HeldPeopleRestrictions {
        var held = HeldPeopleRestrictions()
        held.lockdownSince = isLockdownUntold ? lockdownSince : nil
        held.roles = untoldRoles.mapValues(\.role)
        (held.removedPeople, held.removedGrants) = (leavingPeople, leavingGrants)
        held.denies = untoldDenies.values.sorted { $0.id < $1.id }
        held.changed = untoldGrants.values.sorted { $0.id < $1.id }
        let others = Set(untoldGrants.keys).union(moving)
        held.standing = grants.filter { others.contains($0.id) }
        return held
    }

    /// Denies that move: both hold, and the disk has one.
    private var moving: Set<GrantID> {
        Set(Dictionary(grouping: grants, by: \.id).filter { $0.value.count > 1 }.keys)
    }
}

/// What a start makes of what the disk has and what an earlier run held besides.
struct RestrictedStart {
    private(set) var people: [Person]
    private(set) var grants: [Grant]
    private(set) var leavingPeople: Set<PersonID>
    private(set) var leavingGrants: Set<GrantID>
    private(set) var roles: [PersonID: Role] = [:]
    private(set) var denies: [GrantID: Grant]
    private(set) var changed: [GrantID: Grant]

    /// What the disk has taken since, or has no more, is left out.
    init(people: [Person], grants: [Grant], holding held: HeldPeopleRestrictions) {
        let ids = Set(people.map(\.id))
        leavingPeople = held.removedPeople.intersection(ids)
        let present = ids.subtracting(leavingPeople)
        self.people = people.filter { present.contains($0.id) }
        let stored = Set(grants.map(\.id))
        let leaving = held.removedGrants.intersection(stored)
        leavingGrants = leaving
        let known = stored.subtracting(leaving)
        self.grants = grants.filter { present.contains($0.person) && !leaving.contains($0.id) }
        denies = Dictionary(
            held.denies.filter { present.contains($0.person) && !stored.contains($0.id) }.map { ($0.id, $0) },
            uniquingKeysWith: { $1 })
        changed = Dictionary(
            held.changed.filter { present.contains($0.person) && known.contains($0.id) }.map { ($0.id, $0) },
            uniquingKeysWith: { $1 })
        let standing = held.standing.filter { present.contains($0.person) && known.contains($0.id) }
        let replaced = Set(standing.map(\.id))
        self.grants.removeAll { replaced.contains($0.id) }
        self.grants += standing + denies.values.sorted { $0.id < $1.id }
        lessen(held.roles)
    }

    private mutating func lessen(_ held: [PersonID: Role]) {
        for (place, person) in people.enumerated() {
            guard let role = held[person.id], role != person.role,
                role.permissions.isSubset(of: person.role.permissions)
            else { continue }
            roles[person.id] = role
            people[place] = Person(id: person.id, name: person.name, role: role)
        }
    }
}
