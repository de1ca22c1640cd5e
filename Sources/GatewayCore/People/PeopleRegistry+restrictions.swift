import Concurrency
import HomeModel
import HomeStore

// Restrictions that are in force and that the disk has not stored.
extension PeopleRegistry {
    /// The number of restrictions that a restart would lift.
    package var unsavedCount: Int {
        unsavedPersonRemovals.count + unsavedGrantRemovals.count + unsavedRoles.count + unsavedDenies.count
            + unsavedUses.count
            + (isLockdownUnsaved ? 1 : 0) + Set(unsavedGrants.keys).union(moving).count
    }

    /// Repeats the writes that failed.
    package func saveUnsaved() async {
        if isLockdownUnsaved { try? await saveUnsavedLockdown() }
        for id in unsavedPersonRemovals where (try? await store.remove(id, retiring: hash(of: id))) != nil {
            unsavedPersonRemovals.remove(id)
        }
        for id in unsavedGrantRemovals where (try? await store.remove(id)) != nil { unsavedGrantRemovals.remove(id) }
        for id in Array(unsavedRoles.keys) { try? await saveUnsaved(id) }
        for id in Array(unsavedDenies.keys) { try? await saveUnsavedDeny(id) }
        for id in Array(unsavedGrants.keys) { try? await saveUnsaved(id) }
        unsavedUses.formIntersection(grants.map(\.id))
        for id in unsavedUses { try? await saveUses(id) }
    }

    private func saveUnsavedLockdown() async throws(StorageError) {
        try await writeLock.withLock { () async throws(StorageError) in
            guard isLockdownUnsaved, let since = lockdownSince else { return }
            try await store.saveLockdown(since: since)
            if lockdownSince == since { isLockdownUnsaved = false }
        }
    }

    private func saveUnsavedDeny(_ id: GrantID) async throws(StorageError) {
        guard let deny = unsavedDenies[id] else { return }
        try await store.add(deny)
        unsavedDenies[id] = nil
    }

    private func saveUnsaved(_ id: PersonID) async throws(StorageError) {
        try await writeLock.withLock { () async throws(StorageError) in
            guard let untold = unsavedRoles[id] else { return }
            try await store.update(id, name: nil, role: untold.role)
            if unsavedRoles[id]?.number == untold.number { unsavedRoles[id] = nil }
        }
    }

    private func saveUnsaved(_ id: GrantID) async throws(StorageError) {
        try await writeLock.withLock { () async throws(StorageError) in
            // A change that is under way writes to the disk itself.
            guard changing[id] == nil, let untold = unsavedGrants[id] else { return }
            try await store.update(untold)
            if unsavedGrants[id] == untold { applyStored(untold) }
        }
    }

    /// The restrictions that a restart would lift if the journal did not keep them. Uses that were not stored are not
    /// among them, because nothing was sent for them.
    var unsaved: JournaledPeopleRestrictions {
        var unsaved = JournaledPeopleRestrictions()
        unsaved.lockdownSince = isLockdownUnsaved ? lockdownSince : nil
        unsaved.roles = unsavedRoles.mapValues(\.role)
        (unsaved.removedPeople, unsaved.removedGrants) = (unsavedPersonRemovals, unsavedGrantRemovals)
        unsaved.denies = unsavedDenies.values.sorted { $0.id < $1.id }
        unsaved.changed = unsavedGrants.values.sorted { $0.id < $1.id }
        let others = Set(unsavedGrants.keys).union(moving)
        unsaved.standing = grants.filter { others.contains($0.id) }
        return unsaved
    }

    /// Denies that are being changed to another scope: both versions are in force, and the disk has one.
    private var moving: Set<GrantID> {
        Set(Dictionary(grouping: grants, by: \.id).filter { $0.value.count > 1 }.keys)
    }
}

/// The state at the start: the contents of the disk, with the restrictions that an earlier run could not store.
struct RestoredPeople {
    private(set) var people: [Person]
    private(set) var grants: [Grant]
    private(set) var unsavedPersonRemovals: Set<PersonID>
    private(set) var unsavedGrantRemovals: Set<GrantID>
    private(set) var roles: [PersonID: Role] = [:]
    private(set) var denies: [GrantID: Grant]
    private(set) var changed: [GrantID: Grant]

    /// Leaves out restrictions that the disk has stored since, and those for objects that do not exist any more.
    init(people: [Person], grants: [Grant], holding unsaved: JournaledPeopleRestrictions) {
        let ids = Set(people.map(\.id))
        unsavedPersonRemovals = unsaved.removedPeople.intersection(ids)
        let present = ids.subtracting(unsavedPersonRemovals)
        self.people = people.filter { present.contains($0.id) }
        let stored = Set(grants.map(\.id))
        let leaving = unsaved.removedGrants.intersection(stored)
        unsavedGrantRemovals = leaving
        let known = stored.subtracting(leaving)
        self.grants = grants.filter { present.contains($0.person) && !leaving.contains($0.id) }
        denies = Dictionary(
            unsaved.denies.filter { present.contains($0.person) && !stored.contains($0.id) }.map { ($0.id, $0) },
            uniquingKeysWith: { $1 })
        changed = Dictionary(
            unsaved.changed.filter { present.contains($0.person) && known.contains($0.id) }.map { ($0.id, $0) },
            uniquingKeysWith: { $1 })
        let standing = unsaved.standing.filter { present.contains($0.person) && known.contains($0.id) }
        let replaced = Set(standing.map(\.id))
        self.grants.removeAll { replaced.contains($0.id) }
        self.grants += standing + denies.values.sorted { $0.id < $1.id }
        reduceRole(unsaved.roles)
    }

    private mutating func reduceRole(_ unsaved: [PersonID: Role]) {
        for (index, person) in people.enumerated() {
            guard let role = unsaved[person.id], role != person.role,
                role.permissions.isSubset(of: person.role.permissions)
            else { continue }
            roles[person.id] = role
            people[index] = Person(id: person.id, name: person.name, role: role)
        }
    }
}
