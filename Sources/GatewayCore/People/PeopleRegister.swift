package import HomeModel
package import HomeStorage
package import Foundation

/// The people of the home, and the policy that follows from them.
///
/// What gives more holds once it is on the disk. What takes away holds at once, whatever the disk says; a row that could
/// not be deleted is tried again by `settle`.
package actor PeopleRegister {
    /// Actors of the audit log that are nobody.
    private static let reserved = Set(AuditEntry.impersonalActors.compactMap(PersonID.init))

    package private(set) var policy: AccessPolicy
    package private(set) var grants: [Grant]
    package private(set) var lockdownSince: Timestamp?
    /// Ids whose people are being stored: two of one name at once must not get one id.
    private var arriving: Set<PersonID> = []
    /// Ids are never minted again: the audit log still speaks of whoever had them.
    private var retired: Set<PersonID>
    /// Gone from memory, and not yet from the disk.
    private var leavingPeople: Set<PersonID> = []
    private var leavingGrants: Set<GrantID> = []
    private let store: PeopleStore
    /// Whose rights are others since that revision of the policy. For one listener.
    package nonisolated let changes: AsyncStream<(person: PersonID, revision: UInt64)>
    private let change: AsyncStream<(person: PersonID, revision: UInt64)>.Continuation

    package init(loading store: PeopleStore, timeZone: TimeZone) async throws(StorageError) {
        let (people, grants, retired) = try await store.load()
        lockdownSince = try await store.lockdown()
        self.store = store
        self.grants = grants
        self.retired = retired
        (changes, change) = AsyncStream.makeStream()
        policy = AccessPolicy(
            revision: 1, people: people, grants: grants, timeZone: timeZone, isLockedDown: lockdownSince != nil)
    }

    package var everyone: [Person] { policy.people.values.sorted { $0.name.text < $1.name.text } }

    package func person(_ id: PersonID) -> Person? { policy.people[id] }

    package var hasOwner: Bool { policy.people.values.contains { $0.role == .owner } }

    /// Whether the home would have no owner without this person.
    func isLastOwner(_ id: PersonID) -> Bool {
        policy.people[id]?.role == .owner && policy.people.values.count { $0.role == .owner } == 1
    }

    /// Makes a person; the id is minted from the name.
    package func add(name: DisplayName, role: Role) async throws(StorageError) -> Person {
        let taken = Set(policy.people.keys).union(Self.reserved).union(arriving).union(retired)
        let id = PersonID(slugging: name.text, fallback: PersonID("person"), notIn: taken)
        let person = Person(id: id, name: name, role: role)
        arriving.insert(id)
        defer { arriving.remove(id) }
        try await store.add(person)
        renew(policy.people.merging([id: person]) { $1 })
        return person
    }

    /// False, and nothing changes, when the home would have no owner.
    package func change(_ person: Person) async throws(StorageError) -> Bool {
        guard let known = policy.people[person.id] else { return true }
        guard person.role == .owner || !isLastOwner(person.id) else { return false }
        let isLess = person.role.permissions.isSubset(of: known.role.permissions)
        if isLess { apply(person) }
        try await store.update(person)
        if !isLess { apply(person) }
        return true
    }

    private func apply(_ person: Person) {
        // One who was removed meanwhile stays removed.
        guard let known = policy.people[person.id] else { return }
        renew(policy.people.merging([person.id: person]) { $1 })
        if known.role != person.role { tellChange(of: person.id) }
    }

    /// Removes a person with everything that was granted to them. False, and nothing changes, when the home would have no
    /// owner.
    package func remove(_ id: PersonID) async throws(StorageError) -> Bool {
        guard !isLastOwner(id) else { return false }
        retired.insert(id)
        leavingPeople.insert(id)
        grants.removeAll { $0.person == id }
        renew(policy.people.filter { $0.key != id })
        tellChange(of: id)
        try await store.remove(id)
        leavingPeople.remove(id)
        return true
    }

    /// Holds from now on, unless the person was removed meanwhile.
    func add(_ grant: Grant) async throws(StorageError) {
        if grant.effect == .deny { apply(grant) }
        try await store.add(grant)
        if grant.effect == .allow { apply(grant) }
    }

    private func apply(_ grant: Grant) {
        guard policy.people[grant.person] != nil else { return }
        grants.append(grant)
        renew()
        tellChange(of: grant.person)
    }

    /// A deny holds until the disk has forgotten it, a grant no longer than now.
    func revoke(_ id: GrantID) async throws(StorageError) {
        guard let grant = grants.first(where: { $0.id == id }) else { return }
        if grant.effect == .allow {
            leavingGrants.insert(id)
            forget(grant)
        }
        try await store.remove(id)
        if grant.effect == .deny { forget(grant) }
        leavingGrants.remove(id)
    }

    private func forget(_ grant: Grant) {
        grants.removeAll { $0.id == grant.id }
        renew()
        tellChange(of: grant.person)
    }

    /// Counts one use of a grant that has only so many; false when none is left, or the grant is gone.
    ///
    /// A use counts before the disk has it, so that two at once are not both the last; one that could not be written
    /// is spent all the same.
    func use(_ id: GrantID) async throws(StorageError) -> Bool {
        guard let place = grants.firstIndex(where: { $0.id == id }) else { return false }
        guard let maximum = grants[place].conditions.maximumUses else { return true }
        guard grants[place].uses < maximum else { return false }
        grants[place].uses += 1
        let used = grants[place]
        renew()
        if used.uses == maximum { tellChange(of: used.person) }
        try await store.updateUses(of: used)
        return true
    }

    /// Holds for the very next decision, also of commands that are under way to their device.
    func lockDown(since time: Timestamp?) async throws(StorageError) {
        // On at once, off only once it is on the disk.
        if let time {
            lockdownSince = time
            renew()
        }
        try await store.saveLockdown(since: time)
        lockdownSince = time
        renew()
    }

    /// How much was taken away that would be back after a restart.
    package var unsettled: Int { leavingPeople.count + leavingGrants.count }

    /// Tells the disk again what it could not forget.
    package func settle() async {
        for id in leavingPeople where (try? await store.remove(id)) != nil { leavingPeople.remove(id) }
        for id in leavingGrants where (try? await store.remove(id)) != nil { leavingGrants.remove(id) }
    }

    private func tellChange(of person: PersonID) { change.yield((person, policy.revision)) }

    private func renew() { renew(policy.people) }

    private func renew(_ people: [PersonID: Person]) {
        policy = AccessPolicy(
            revision: policy.revision + 1, people: Array(people.values), grants: grants,
            timeZone: policy.timeZone, isLockedDown: lockdownSince != nil)
    }
}
