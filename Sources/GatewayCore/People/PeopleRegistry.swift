import Concurrency
package import HomeCertificates
package import HomeModel
package import HomeStore
package import Foundation

/// The people of the home, and the access policy that follows from them.
///
/// A change that gives rights is in force once it is on the disk. A change that removes rights is in force at once,
/// even if it cannot be stored; `settle` repeats the write.
package actor PeopleRegistry {
    /// Ids that the audit log uses for actors who are not people.
    private static let reserved = Set(AuditEntry.impersonalActors.compactMap(PersonID.init))

    package private(set) var policy: AccessPolicy
    package internal(set) var grants: [Grant]
    package private(set) var lockdownSince: Timestamp?
    /// The time zone that a person set for the home; nil until then.
    package private(set) var chosenTimeZone: TimeZone?
    /// Ids of people who are being stored, so that two people of the same name who are added at once get different ids.
    private var idsInCreation: Set<PersonID> = []
    /// The hashes of ids that are never given again, because the audit log still names the people who had them, by the
    /// id or by a pseudonym.
    private var retired: Set<PersonIDHash>
    private let hasher: PersonIDHasher
    /// Removed from memory, and not yet from the disk.
    var unsavedPersonRemovals: Set<PersonID> = []
    var unsavedGrantRemovals: Set<GrantID> = []
    /// The new states of grants and denies that are being stored.
    var changing: [GrantID: Grant] = [:]
    /// States that are in force and that the disk has not stored.
    var unsavedGrants: [GrantID: Grant] = [:]
    var unsavedRoles: [PersonID: (role: Role, number: Int)] = [:]
    var unsavedDenies: [GrantID: Grant] = [:]
    var unsavedUses: Set<GrantID> = []
    var isLockdownUnsaved = false
    /// The number of times that the lockdown was turned on or off: the last one counts.
    private var lockdowns = 0
    /// Rooms that are being removed, and for each room the number of grants in progress that name it.
    var roomsBeingRemoved: Set<RoomID> = []
    var roomsInUse: [RoomID: Int] = [:]
    /// Roles that people are about to get, see `beginPromotion`.
    var pendingPromotions: [PersonID: [Role]] = [:]
    /// Open commands whose senders may stop what they move, see `beginMovement`.
    var travels: [CommandID: OwnTravel] = [:]
    /// The number of times that a role was reduced.
    private var roleReductions = 0
    /// Orders the changes of roles, grants, uses and the lockdown.
    let writeLock = AsyncLock()
    let store: PeopleStore
    /// Yields people whose rights have changed, with the revision of the policy since which they have. For one
    /// consumer.
    package nonisolated let changes: AsyncStream<(person: PersonID, revision: UInt64)>
    private let change: AsyncStream<(person: PersonID, revision: UInt64)>.Continuation
    /// Yields when the lockdown has begun or ended. For one consumer.
    package nonisolated let lockdownChanges: AsyncStream<Void>
    private let lockdownChange: AsyncStream<Void>.Continuation

    /// `timeZone` applies until a person sets another one. `hasher` hashes the ids of people who leave the home. `held` are
    /// the restrictions that an earlier run could not store: they are in force again, and `settle` stores them.
    package init(
        loading store: PeopleStore, timeZone: TimeZone, hasher: PersonIDHasher,
        holding unsaved: JournaledPeopleRestrictions = JournaledPeopleRestrictions()
    ) async throws(StorageError) {
        try await store.hashRetiredIDs(with: { hasher.hash(of: $0) })
        let (people, grants, retired) = try await store.load()
        let stored = try await store.lockdown()
        let chosenTimeZone = try await store.timeZone()
        let start = RestoredPeople(people: people, grants: grants, holding: unsaved)
        self.store = store
        self.hasher = hasher
        self.grants = start.grants
        self.chosenTimeZone = chosenTimeZone
        self.retired = retired.union(start.unsavedPersonRemovals.map { hasher.hash(of: $0) })
        lockdownSince = stored ?? unsaved.lockdownSince
        isLockdownUnsaved = stored == nil && unsaved.lockdownSince != nil
        (unsavedPersonRemovals, unsavedGrantRemovals) = (start.unsavedPersonRemovals, start.unsavedGrantRemovals)
        unsavedRoles = start.roles.mapValues { ($0, 0) }
        (unsavedDenies, unsavedGrants) = (start.denies, start.changed)
        (changes, change) = AsyncStream.makeStream()
        (lockdownChanges, lockdownChange) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        policy = AccessPolicy(
            revision: 1, people: start.people, grants: start.grants, timeZone: chosenTimeZone ?? timeZone,
            isLockedDown: lockdownSince != nil)
    }

    package var allPeople: [Person] { policy.people.values.sorted { $0.name.text < $1.name.text } }

    package func person(_ id: PersonID) -> Person? { policy.people[id] }

    package var hasOwner: Bool { policy.people.values.contains { $0.role == .owner } }

    /// Whether this person is the only owner of the home.
    func isLastOwner(_ id: PersonID) -> Bool {
        policy.people[id]?.role == .owner && policy.people.values.count { $0.role == .owner } == 1
    }

    /// Adds a person; the id follows from the name. `first` receives the id before anything is stored, and can still
    /// refuse. When the write fails, `failed` receives the result of `first`.
    func add<Act: Sendable>(
        name: DisplayName, role: Role, first: (PersonID) async throws(ActionRefusal) -> Act,
        failed: (Act) async -> Void = { _ in }
    ) async throws(ActionRefusal) -> Person {
        let id = newID(for: name)
        let person = Person(id: id, name: name, role: role)
        idsInCreation.insert(id)
        defer { idsInCreation.remove(id) }
        let act = try await first(id)
        do throws(StorageError) {
            try await store.add(person)
        } catch {
            // The audit log names the person who was not added.
            retired.insert(hasher.hash(of: id))
            await failed(act)
            throw .storage(error)
        }
        renew(policy.people.merging([id: person]) { $1 })
        return person
    }

    /// Makes an id from the name that no person has, and that none who left the home had.
    private func newID(for name: DisplayName) -> PersonID {
        var taken = Set(policy.people.keys).union(Self.reserved).union(idsInCreation)
        while true {
            let id = PersonID(slugging: name.text, fallback: PersonID("person"), notIn: taken)
            guard retired.contains(hasher.hash(of: id)) else { return id }
            taken.insert(id)
        }
    }

    /// Changes a person; nil leaves a property as it is. Returns false, and changes nothing, when the home would have
    /// no owner.
    package func change(_ id: PersonID, name: DisplayName?, role: Role?) async throws(StorageError) -> Bool {
        guard let known = policy.people[id] else { return true }
        guard role ?? .owner == .owner || !isLastOwner(id) else { return false }
        if let role, role.permissions.isSubset(of: known.role.permissions) { reduceRole(id, to: role) }
        let before = roleReductions
        try await writeLock.withLock { () async throws(StorageError) in
            try await store.update(id, name: name, role: role)
            // A role that was reduced meanwhile stays reduced; the next write stores it.
            let isOvertaken = (unsavedRoles[id]?.number ?? 0) > before
            if role != nil, !isOvertaken { unsavedRoles[id] = nil }
            apply(name, role: isOvertaken ? nil : role, to: id)
        }
        return true
    }

    private func reduceRole(_ id: PersonID, to role: Role) {
        roleReductions += 1
        unsavedRoles[id] = (role, roleReductions)
        apply(nil, role: role, to: id)
    }

    private func apply(_ name: DisplayName?, role: Role?, to id: PersonID) {
        // A person who was removed meanwhile stays removed.
        guard let known = policy.people[id] else { return }
        let changed = Person(id: id, name: name ?? known.name, role: role ?? known.role)
        guard changed != known else { return }
        renew(policy.people.merging([id: changed]) { $1 })
        if changed.role != known.role { notifyChange(of: id) }
    }

    /// Removes a person with all grants and denies. Returns false, and changes nothing, when the home would have no
    /// owner. `decided` runs after the decision, before the write.
    package func remove(
        _ id: PersonID, decided: () async -> Void = {}
    ) async throws(StorageError) -> Bool {
        guard !isLastOwner(id) else { return false }
        retired.insert(hasher.hash(of: id))
        unsavedPersonRemovals.insert(id)
        grants.removeAll { $0.person == id }
        unsavedGrants = unsavedGrants.filter { $0.value.person != id }
        unsavedDenies = unsavedDenies.filter { $0.value.person != id }
        unsavedRoles[id] = nil
        renew(policy.people.filter { $0.key != id })
        notifyChange(of: id)
        await decided()
        try await store.remove(id, retiring: hasher.hash(of: id))
        unsavedPersonRemovals.remove(id)
        return true
    }

    /// The hash of an id, by which the home recognises it after the person has left.
    func hash(of id: PersonID) -> PersonIDHash { hasher.hash(of: id) }

    /// Whether a person with this id has left the home.
    func isRetired(_ id: PersonID) -> Bool { policy.people[id] == nil && retired.contains(hasher.hash(of: id)) }

    /// Forgets that the database still has to remove the person, because it has.
    func settleRemoval(of id: PersonID) { unsavedPersonRemovals.remove(id) }

    /// Adds a grant or deny, unless the person was removed meanwhile. A grant is in force once it is on the disk. A
    /// deny is in force at once, even if it cannot be stored.
    func add(_ grant: Grant) async throws(StorageError) {
        if grant.effect == .deny, policy.people[grant.person] != nil {
            insert(grant)
            unsavedDenies[grant.id] = grant
        }
        try await store.add(grant)
        unsavedDenies[grant.id] = nil
        if grant.effect == .allow { insert(grant) }
    }

    private func insert(_ grant: Grant) {
        guard policy.people[grant.person] != nil else { return }
        grants.append(grant)
        renew()
        notifyChange(of: grant.person)
    }

    /// Revokes a grant or deny. A grant ends at once; a deny stays in force until the disk has removed it.
    func revoke(_ id: GrantID) async throws(StorageError) {
        guard let grant = grants.first(where: { $0.id == id }) else { return }
        changing[id] = nil
        let (untold, unsavedDeny) = (unsavedGrants.removeValue(forKey: id), unsavedDenies.removeValue(forKey: id))
        if grant.effect == .allow {
            unsavedGrantRemovals.insert(id)
            forget(grant)
        }
        do throws(StorageError) {
            try await store.remove(id)
        } catch {
            // The deny is still in force, and the disk may not have it, or not in its present state.
            if grants.contains(where: { $0.id == id }) {
                unsavedGrants[id] = unsavedGrants[id] ?? untold
                unsavedDenies[id] = unsavedDenies[id] ?? unsavedDeny
            }
            throw error
        }
        if grant.effect == .deny { forget(grant) }
        unsavedGrantRemovals.remove(id)
        // Another revocation that failed meanwhile may have restored them.
        unsavedGrants[id] = nil
        unsavedDenies[id] = nil
    }

    private func forget(_ grant: Grant) {
        grants.removeAll { $0.id == grant.id }
        renew()
        notifyChange(of: grant.person)
    }

    /// Changes a grant or deny; counted uses stay counted. Returns false, and changes nothing, when the grant is not as
    /// `old` any more, or an earlier change is not on the disk yet. Rights that the change removes end at once, even if
    /// it cannot be stored; rights that it gives are then never given.
    func change(_ old: Grant, to new: Grant) async throws(StorageError) -> Bool {
        let id = old.id
        guard changing[id] == nil, unsavedGrants[id] == nil, unsavedDenies[id] == nil,
            let known = grants.first(where: { $0.id == id }),
            known == old.withUses(known.uses)
        else { return false }
        let new = new.withUses(known.uses)
        changing[id] = new
        unsavedGrants[id] = known.fallback(without: new)
        replace(id, by: known.grantsWhileStoring(becoming: new))
        // A grant that was revoked meanwhile stays revoked.
        defer { if changing[id] == new { changing[id] = nil } }
        try await writeLock.withLock { () async throws(StorageError) in
            try await store.update(new)
            if changing[id] == new { applyStored(new) }
        }
        return true
    }

    /// Puts a state of a grant in force that the disk has stored.
    func applyStored(_ grant: Grant) {
        unsavedGrants[grant.id] = nil
        guard let known = grants.first(where: { $0.id == grant.id }) else { return }
        replace(grant.id, by: [grant.withUses(known.uses)])
    }

    private func replace(_ id: GrantID, by new: [Grant]) {
        guard let index = grants.firstIndex(where: { $0.id == id }), grants.filter({ $0.id == id }) != new,
            let person = new.first?.person
        else { return }
        grants.removeAll { $0.id == id }
        grants.insert(contentsOf: new, at: index)
        renew()
        notifyChange(of: person)
    }

    /// Turns the lockdown on at `time`, or off when it is nil. The change applies to the very next decision, also for
    /// commands that are on their way to a device.
    func lockDown(since time: Timestamp?) async throws(StorageError) {
        // The lockdown begins at once, and ends only once the disk has stored that.
        if let time {
            setLockdown(since: time)
            isLockdownUnsaved = true
        }
        lockdowns += 1
        let number = lockdowns
        try await writeLock.withLock { () async throws(StorageError) in
            try await store.saveLockdown(since: time)
            // A later change has its own write.
            guard number == lockdowns else { return }
            isLockdownUnsaved = false
            setLockdown(since: time)
        }
    }

    private func setLockdown(since time: Timestamp?) {
        let isChange = (lockdownSince == nil) != (time == nil)
        lockdownSince = time
        renew()
        if isChange { lockdownChange.yield() }
    }

    /// Sets the time zone of the home, on disk first, because the change gives rights as well as it removes them.
    func setTimeZone(_ zone: TimeZone) async throws(StorageError) {
        try await writeLock.withLock { () async throws(StorageError) in
            try await store.save(timeZone: zone)
            chosenTimeZone = zone
            renew()
            for person in Set(grants.map(\.person)) { notifyChange(of: person) }
        }
    }

    func notifyChange(of person: PersonID) { change.yield((person, policy.revision)) }

    func renew() { renew(policy.people) }

    private func renew(_ people: [PersonID: Person]) {
        policy = AccessPolicy(
            revision: policy.revision + 1, people: Array(people.values), grants: grants,
            timeZone: chosenTimeZone ?? policy.timeZone, isLockedDown: lockdownSince != nil,
            travels: Array(travels.values))
    }
}

// Rooms that grants and denies name.
extension PeopleRegistry {
    /// Starts the removal of a room. Returns `isFree` as false when a grant or deny names the room, or when one is
    /// being added for it. Until `endRemoval` none can name the room.
    func beginRemoval(of room: RoomID) -> (isFree: Bool, grant: GrantID?) {
        if let grant = grants.first(where: { $0.selector.rooms.contains(room) }) { return (false, grant.id) }
        guard roomsInUse[room] == nil, roomsBeingRemoved.insert(room).inserted else { return (false, nil) }
        return (true, nil)
    }

    func endRemoval(of room: RoomID) { roomsBeingRemoved.remove(room) }

    /// Prevents the removal of rooms until `unlockRooms`; returns false when one of them is being removed.
    func lockRooms(_ rooms: Set<RoomID>) -> Bool {
        guard rooms.isDisjoint(with: roomsBeingRemoved) else { return false }
        for room in rooms { roomsInUse[room, default: 0] += 1 }
        return true
    }

    func unlockRooms(_ rooms: Set<RoomID>) {
        for room in rooms {
            let left = (roomsInUse[room] ?? 1) - 1
            roomsInUse[room] = left > 0 ? left : nil
        }
    }
}
