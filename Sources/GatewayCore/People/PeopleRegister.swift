package import HomeModel
package import HomeStorage
package import Foundation

/// The people of the home, and the policy that follows from them.
///
/// What gives more holds once it is on the disk. What takes away holds at once, whatever the disk says; what the disk did
/// not take is tried again by `settle`.
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
    var leavingPeople: Set<PersonID> = []
    var leavingGrants: Set<GrantID> = []
    /// What grants and denies become, as soon as the disk knows.
    var changing: [GrantID: Grant] = [:]
    /// What holds already, and the disk has not taken.
    var untoldGrants: [GrantID: Grant] = [:]
    var untoldRoles: [PersonID: (role: Role, number: Int)] = [:]
    var untoldDenies: [GrantID: Grant] = [:]
    var untoldUses: Set<GrantID> = []
    var isLockdownUntold = false
    /// How often the lockdown was turned on or off: the last one counts.
    private var lockdowns = 0
    /// Rooms that are being removed, and how many grants that are being given name each room.
    var leavingRooms: Set<RoomID> = []
    var namedRooms: [RoomID: Int] = [:]
    /// Roles that people are about to get, see `beginRaise`.
    var raises: [PersonID: [Role]] = [:]
    /// Open commands whose senders may stop what they move, see `beginTravel`.
    var travels: [CommandID: OwnTravel] = [:]
    /// How often somebody's role became less.
    private var lessenings = 0
    /// For changes of roles, grants, uses and the lockdown.
    let line = WriteLine()
    let store: PeopleStore
    /// Whose rights are others since that revision of the policy. For one listener.
    package nonisolated let changes: AsyncStream<(person: PersonID, revision: UInt64)>
    private let change: AsyncStream<(person: PersonID, revision: UInt64)>.Continuation
    /// Yields when the lockdown has begun or ended. For one listener.
    package nonisolated let lockdownChanges: AsyncStream<Void>
    private let lockdownChange: AsyncStream<Void>.Continuation

    /// `held` are the restrictions that an earlier run could not store: they hold again, and `settle` stores them.
    package init(
        loading store: PeopleStore, timeZone: TimeZone, holding held: HeldPeopleRestrictions = HeldPeopleRestrictions()
    ) async throws(StorageError) {
        let (people, grants, retired) = try await store.load()
        let stored = try await store.lockdown()
        let start = RestrictedStart(people: people, grants: grants, holding: held)
        self.store = store
        self.grants = start.grants
        self.retired = retired.union(start.leavingPeople)
        lockdownSince = stored ?? held.lockdownSince
        isLockdownUntold = stored == nil && held.lockdownSince != nil
        (leavingPeople, leavingGrants) = (start.leavingPeople, start.leavingGrants)
        untoldRoles = start.roles.mapValues { ($0, 0) }
        (untoldDenies, untoldGrants) = (start.denies, start.changed)
        (changes, change) = AsyncStream.makeStream()
        (lockdownChanges, lockdownChange) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        policy = AccessPolicy(
            revision: 1, people: start.people, grants: start.grants, timeZone: timeZone,
            isLockedDown: lockdownSince != nil)
    }

    package var everyone: [Person] { policy.people.values.sorted { $0.name.text < $1.name.text } }

    package func person(_ id: PersonID) -> Person? { policy.people[id] }

    package var hasOwner: Bool { policy.people.values.contains { $0.role == .owner } }

    /// Whether the home would have no owner without this person.
    func isLastOwner(_ id: PersonID) -> Bool {
        policy.people[id]?.role == .owner && policy.people.values.count { $0.role == .owner } == 1
    }

    /// Makes a person; the id is minted from the name. `first` gets it, and can still refuse. When the disk then does not
    /// take the person, `failed` gets what `first` returned.
    func add<Act: Sendable>(
        name: DisplayName, role: Role, first: (PersonID) async throws(ActRefusal) -> Act,
        failed: (Act) async -> Void = { _ in }
    ) async throws(ActRefusal) -> Person {
        let taken = Set(policy.people.keys).union(Self.reserved).union(arriving).union(retired)
        let id = PersonID(slugging: name.text, fallback: PersonID("person"), notIn: taken)
        let person = Person(id: id, name: name, role: role)
        arriving.insert(id)
        defer { arriving.remove(id) }
        let act = try await first(id)
        do throws(StorageError) {
            try await store.add(person)
        } catch {
            // The audit log speaks of whoever was not added.
            retired.insert(id)
            await failed(act)
            throw .storage(error)
        }
        renew(policy.people.merging([id: person]) { $1 })
        return person
    }

    /// What is nil stays. False, and nothing changes, when the home would have no owner.
    package func change(_ id: PersonID, name: DisplayName?, role: Role?) async throws(StorageError) -> Bool {
        guard let known = policy.people[id] else { return true }
        guard role ?? .owner == .owner || !isLastOwner(id) else { return false }
        if let role, role.permissions.isSubset(of: known.role.permissions) { lessen(id, to: role) }
        let before = lessenings
        try await line.inTurn { () async throws(StorageError) in
            try await store.update(id, name: name, role: role)
            // Whoever became less since then stays so: the disk hears of that next.
            let isOvertaken = (untoldRoles[id]?.number ?? 0) > before
            if role != nil, !isOvertaken { untoldRoles[id] = nil }
            apply(name, isOvertaken ? nil : role, to: id)
        }
        return true
    }

    private func lessen(_ id: PersonID, to role: Role) {
        lessenings += 1
        untoldRoles[id] = (role, lessenings)
        apply(nil, role, to: id)
    }

    private func apply(_ name: DisplayName?, _ role: Role?, to id: PersonID) {
        // One who was removed meanwhile stays removed.
        guard let known = policy.people[id] else { return }
        let changed = Person(id: id, name: name ?? known.name, role: role ?? known.role)
        guard changed != known else { return }
        renew(policy.people.merging([id: changed]) { $1 })
        if changed.role != known.role { tellChange(of: id) }
    }

    /// Removes a person with everything that was granted to them. False, and nothing changes, when the home would have no
    /// owner. `decided` runs as soon as that is decided, before the disk is told.
    package func remove(
        _ id: PersonID, decided: () async -> Void = {}
    ) async throws(StorageError) -> Bool {
        guard !isLastOwner(id) else { return false }
        retired.insert(id)
        leavingPeople.insert(id)
        grants.removeAll { $0.person == id }
        untoldGrants = untoldGrants.filter { $0.value.person != id }
        untoldDenies = untoldDenies.filter { $0.value.person != id }
        untoldRoles[id] = nil
        renew(policy.people.filter { $0.key != id })
        tellChange(of: id)
        await decided()
        try await store.remove(id)
        leavingPeople.remove(id)
        return true
    }

    /// Holds from now on, unless the person was removed meanwhile. A deny holds also if the disk does not take it.
    func add(_ grant: Grant) async throws(StorageError) {
        if grant.effect == .deny, policy.people[grant.person] != nil {
            apply(grant)
            untoldDenies[grant.id] = grant
        }
        try await store.add(grant)
        untoldDenies[grant.id] = nil
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
        changing[id] = nil
        let (untold, untoldDeny) = (untoldGrants.removeValue(forKey: id), untoldDenies.removeValue(forKey: id))
        if grant.effect == .allow {
            leavingGrants.insert(id)
            forget(grant)
        }
        do throws(StorageError) {
            try await store.remove(id)
        } catch {
            // A deny holds still, and the disk may not know it, or not as it is now.
            if grants.contains(where: { $0.id == id }) {
                untoldGrants[id] = untoldGrants[id] ?? untold
                untoldDenies[id] = untoldDenies[id] ?? untoldDeny
            }
            throw error
        }
        if grant.effect == .deny { forget(grant) }
        leavingGrants.remove(id)
        // Another revocation that failed meanwhile may have put them back.
        untoldGrants[id] = nil
        untoldDenies[id] = nil
    }

    private func forget(_ grant: Grant) {
        grants.removeAll { $0.id == grant.id }
        renew()
        tellChange(of: grant.person)
    }

    /// What was used stays used. False, and nothing changes, when the grant is not as `old` any more, or an earlier change
    /// is not on the disk yet. What it takes away holds at once, and if it cannot be stored too; what it gives is then
    /// never given.
    func change(_ old: Grant, to new: Grant) async throws(StorageError) -> Bool {
        let id = old.id
        guard changing[id] == nil, untoldGrants[id] == nil, untoldDenies[id] == nil,
            let known = grants.first(where: { $0.id == id }),
            known == old.used(known.uses)
        else { return false }
        let new = new.used(known.uses)
        changing[id] = new
        untoldGrants[id] = known.kept(without: new)
        replace(id, by: known.meanwhile(becoming: new))
        // One that was taken back meanwhile stays so.
        defer { if changing[id] == new { changing[id] = nil } }
        try await line.inTurn { () async throws(StorageError) in
            try await store.update(new)
            if changing[id] == new { settle(new) }
        }
        return true
    }

    /// The disk has it.
    func settle(_ grant: Grant) {
        untoldGrants[grant.id] = nil
        guard let known = grants.first(where: { $0.id == grant.id }) else { return }
        replace(grant.id, by: [grant.used(known.uses)])
    }

    private func replace(_ id: GrantID, by new: [Grant]) {
        guard let place = grants.firstIndex(where: { $0.id == id }), grants.filter({ $0.id == id }) != new,
            let person = new.first?.person
        else { return }
        grants.removeAll { $0.id == id }
        grants.insert(contentsOf: new, at: place)
        renew()
        tellChange(of: person)
    }

    /// What became of the use of a grant.
    enum Use: Sendable {
        case counted
        /// None was left.
        case usedUp
        /// The grant was taken back meanwhile.
        case gone
    }

    /// Counts one use of a grant that has only so many.
    ///
    /// A use counts before the disk has it, so that two at once are not both the last; one that could not be written
    /// is spent all the same.
    func use(_ id: GrantID) async throws(StorageError) -> Use {
        guard let place = grants.firstIndex(where: { $0.id == id }) else { return .gone }
        guard let maximum = grants[place].conditions.maximumUses else { return .counted }
        guard grants[place].uses < maximum else { return .usedUp }
        grants[place].uses += 1
        let used = grants[place]
        renew()
        if used.uses == maximum { tellChange(of: used.person) }
        untoldUses.insert(id)
        try await tellUses(id)
        return .counted
    }

    /// Tells the disk how often a grant was used by now.
    func tellUses(_ id: GrantID) async throws(StorageError) {
        try await line.inTurn { () async throws(StorageError) in
            guard untoldUses.contains(id), let grant = grants.first(where: { $0.id == id }) else { return }
            try await store.updateUses(of: grant)
            let isLatest = grants.first { $0.id == id }.map { $0.uses == grant.uses } ?? true
            if isLatest { untoldUses.remove(id) }
        }
    }

    /// Gives back a use of a grant for which nothing was sent. Until the disk takes it, the use is spent there.
    func giveBackUse(of id: GrantID) async throws(StorageError) {
        guard let place = grants.firstIndex(where: { $0.id == id }),
            let maximum = grants[place].conditions.maximumUses, grants[place].uses > 0
        else { return }
        grants[place].uses -= 1
        let left = grants[place]
        renew()
        // It may be seen again.
        if left.uses == maximum - 1 { tellChange(of: left.person) }
        untoldUses.insert(id)
        try await tellUses(id)
    }

    /// Holds for the very next decision, also of commands that are under way to their device.
    func lockDown(since time: Timestamp?) async throws(StorageError) {
        // On at once, off only once it is on the disk.
        if let time {
            setLockdown(since: time)
            isLockdownUntold = true
        }
        lockdowns += 1
        let number = lockdowns
        try await line.inTurn { () async throws(StorageError) in
            try await store.saveLockdown(since: time)
            // What was asked for later has its own turn.
            guard number == lockdowns else { return }
            isLockdownUntold = false
            setLockdown(since: time)
        }
    }

    private func setLockdown(since time: Timestamp?) {
        let isChange = (lockdownSince == nil) != (time == nil)
        lockdownSince = time
        renew()
        if isChange { lockdownChange.yield() }
    }

    private func tellChange(of person: PersonID) { change.yield((person, policy.revision)) }

    func renew() { renew(policy.people) }

    private func renew(_ people: [PersonID: Person]) {
        policy = AccessPolicy(
            revision: policy.revision + 1, people: Array(people.values), grants: grants,
            timeZone: policy.timeZone, isLockedDown: lockdownSince != nil, travels: Array(travels.values))
    }
}
