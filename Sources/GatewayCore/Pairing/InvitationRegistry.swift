import Concurrency
package import HomeModel
package import HomeStore

/// The open invitations. Every step of an invitation is on the disk before a client learns of it, so a restart repeats
/// no try and no use. A removal is in force at once, even if it cannot be stored; `saveUnsaved` repeats the write.
package actor InvitationRegistry {
    static let most = 64
    /// How long an invitation that ended before its time is listed after its time, so that the inviter sees why.
    private static let listedAfterEnding = Duration.days(1)

    private var invitations: [InvitationID: Invitation]
    /// Used invitations whose client is being let in.
    private var finishing: Set<InvitationID> = []
    /// Removed from memory, and not yet from the disk.
    private(set) var unsavedRemovals: Set<InvitationID>
    /// Marked as used in memory, and not yet on the disk.
    private var unsavedUses: Set<InvitationID> = []
    /// Orders the changes, so that of two uses at once the second sees the first.
    private let writeLock = AsyncLock()
    private let store: InvitationStore
    private let clock: HomeClock

    /// `removed` are the invitations whose removal an earlier run could not store.
    package init(
        _ stored: [Invitation], removing removed: Set<InvitationID>, in store: InvitationStore, clock: HomeClock
    ) {
        invitations = Dictionary(
            stored.filter { !removed.contains($0.id) }.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        unsavedRemovals = removed.intersection(stored.map(\.id))
        self.store = store
        self.clock = clock
    }

    /// The clocks by which invitations end. Here the wall clock is known as for rights with a time limit.
    nonisolated func clocks() -> ClockSnapshot {
        let time = clock.decisionTime()
        return ClockSnapshot(wall: time.wall, uptime: clock.uptime(), boot: clock.boot, isKnown: time.isKnown)
    }

    /// The invitations whose time is not over and whose client is not in yet; those that end first come first.
    package var all: [Invitation] {
        let now = clocks()
        return invitations.values.filter { !$0.isAdmitted && isKept($0, at: now) }
            .sorted { ($0.expiry(at: now), $0.id) < ($1.expiry(at: now), $1.id) }
    }

    /// Returns nil for an invitation that does not exist, or whose time is over.
    func invitation(_ id: InvitationID) -> Invitation? {
        invitations[id].flatMap { $0.term(at: clocks()) == .over ? nil : $0 }
    }

    var count: Int { all.count }

    /// The number of removals that a restart would undo.
    package var unsavedCount: Int { unsavedRemovals.count }

    /// Adds an invitation, unless the inviter left the home; `inviter` is the hash of the inviter's id. Returns whether it
    /// was added.
    func add(_ invitation: Invitation, madeBy inviter: PersonIDHash? = nil) async throws(StorageError) -> Bool {
        try await writeLock.withLock { () async throws(StorageError) -> Bool in
            guard try await store.add(invitation, madeBy: inviter) else { return false }
            invitations[invitation.id] = invitation
            return true
        }
    }

    /// Runs `edit` on the invitation and stores what it changed. Returns nil when the invitation does not exist, its
    /// time is over, or it was removed meanwhile, or the person who makes the change left the home; `person` is the hash of
    /// that person's id. A failed write leaves it as it was, except that wrong tries count.
    func change<Result: Sendable>(
        _ id: InvitationID, changedBy person: PersonIDHash? = nil, by edit: @Sendable (inout Invitation) -> Result
    ) async throws(StorageError) -> Result? {
        try await writeLock.withLock { () async throws(StorageError) -> Result? in
            guard let before = invitation(id) else { return nil }
            var after = before
            let result = edit(&after)
            guard after != before else { return result }
            invitations[id]?.keepTries(of: after)
            guard try await store.update(after, changedBy: person), invitations[id] != nil else { return nil }
            invitations[id] = after
            return result
        }
    }

    /// Compares a number of a client with the one of the invitation. The try is counted on the disk before it is compared,
    /// and the count is taken back when the number is right. So a try that is not stored tells its client nothing, and a
    /// restart gives no new tries. Throws when the disk does not store it; then memory is unchanged.
    func tryNumber(
        _ digest: TokenDigest, of id: InvitationID, by key: KeyThumbprint
    ) async throws(StorageError) -> NumberTry {
        try await writeLock.withLock { () async throws(StorageError) -> NumberTry in
            guard let before = invitation(id), before.ending == nil else { return .ended }
            guard before.use == nil || before.use?.key == key else { return .used }
            var counted = before
            counted.noteWrongNumber()
            try await store.update(counted)
            if digest == before.number {
                try await store.update(before)
                return .right
            }
            // Another task may have removed it while it was stored.
            invitations[id]?.keepTries(of: counted)
            return .wrong(left: Invitation.mostWrongNumbers - counted.wrongNumbers)
        }
    }

    /// The result of a try of the number.
    enum NumberTry: Sendable {
        case right
        case wrong(left: Int)
        case used
        case ended
    }

    /// Removes an invitation at once. Returns false when its client is in already, or when it does not exist.
    func revoke(_ id: InvitationID) async throws(StorageError) -> Bool {
        guard let invitation = invitations[id], !invitation.isAdmitted else { return false }
        return try await remove(id)
    }

    /// Removes an invitation at once. Returns false when it does not exist.
    @discardableResult func remove(_ id: InvitationID) async throws(StorageError) -> Bool {
        guard invitations.removeValue(forKey: id) != nil else { return false }
        unsavedRemovals.insert(id)
        try await saveRemoval(of: id)
        return true
    }

    /// Removes the invitations for a person and, unless only these are meant, those that the person made.
    func removeAll(of person: PersonID, onlyReceived: Bool = false) async {
        for invitation in invitations.values
        where invitation.person == person || !onlyReceived && invitation.inviter.person == person {
            // `saveUnsaved` repeats a removal that fails.
            _ = try? await remove(invitation.id)
        }
    }

    /// Replaces a person who is erased by a pseudonym in the approvals of clients that use invitations, after the changes
    /// that are being stored. Call it before the disk does the same, so that no later write brings the person back.
    func replace(approver person: PersonID, by pseudonym: String) async {
        await writeLock.withLock {
            for (id, invitation) in invitations {
                invitations[id]?.use?.approval = invitation.use?.approval?.replacing(approver: person, by: pseudonym)
            }
        }
    }

    // MARK: - The end of a use

    /// Starts to let the client in. Returns false when another request does that already.
    func beginFinish(_ id: InvitationID) -> Bool { invitations[id] != nil && finishing.insert(id).inserted }

    /// Ends a start that failed; the client may try again.
    func cancelFinish(_ id: InvitationID) { finishing.remove(id) }

    /// Marks the invitation as used, because its client is in. It is kept for as long as that client gets its tokens
    /// again. Returns false when the invitation was removed meanwhile: then the client must not stay in.
    func endFinish(_ id: InvitationID) async -> Bool {
        let isThere = await writeLock.withLock {
            guard let invitation = invitations[id] else { return false }
            guard !invitation.isAdmitted else { return true }
            invitations[id]?.use?.admittedAt = clocks()
            unsavedUses.insert(id)
            // The invitation is bound to the key of its client, so that one which returns without its mark after a
            // restart lets in no other client.
            try? await saveUse(of: id)
            return true
        }
        finishing.remove(id)
        return isThere
    }

    // MARK: - Writes that failed

    /// Repeats the writes that failed, stores starts that the clock has made known, and removes what is over.
    package func saveUnsaved() async {
        for id in unsavedRemovals { try? await saveRemoval(of: id) }
        for id in unsavedUses { await writeLock.withLock { try? await saveUse(of: id) } }
        let now = clocks()
        for (id, invitation) in invitations {
            if !isKept(invitation, at: now) { _ = try? await remove(id) } else { await anchor(id, at: now) }
        }
    }

    /// Sets the start of an invitation on the clocks of the present boot, once the wall clock is known.
    private func anchor(_ id: InvitationID, at now: ClockSnapshot) async {
        guard let known = invitations[id], known.startAnchored(at: now) != known.createdAt else { return }
        // A start that is not stored is measured again.
        _ = try? await change(id) { $0.createdAt = $0.startAnchored(at: now) }
    }

    /// Callers hold `writeLock`.
    private func saveUse(of id: InvitationID) async throws(StorageError) {
        if let invitation = invitations[id] { try await store.update(invitation) }
        unsavedUses.remove(id)
    }

    private func saveRemoval(of id: InvitationID) async throws(StorageError) {
        try await writeLock.withLock { () async throws(StorageError) in
            try await store.remove(id)
            unsavedRemovals.remove(id)
        }
    }

    private func isKept(_ invitation: Invitation, at now: ClockSnapshot) -> Bool {
        guard invitation.term(at: now) == .over else { return true }
        return !invitation.isAdmitted && invitation.ending != nil
            && now.wall < invitation.expiry(at: now) + Self.listedAfterEnding
    }
}
