package import AuditTrail
import HomeModel

/// Tracks the group commands of the last 24 hours, and the requests that wait for them.
package actor GroupCommandTracker {
    /// The limit for group commands that have ended. A record may name 250 parts.
    static let maximumGroups = 256

    /// A group command that has not ended, and the requests that wait for it.
    private struct TrackedGroup {
        var record: GroupCommandRecord
        let since: Duration
        /// Whether the audit log contains the command, so that its id may be returned.
        var isAudited = false
        var waiters: [AsyncStream<Void>.Continuation] = []

        /// An open command has not ended, even if all of its children have: its outcome is still to be written to the
        /// audit log.
        func hasReached(_ stage: GroupStage) -> Bool { isAudited && stage != .ended && record.stage != .accepted }
    }

    /// The group command for which an idempotency key was used.
    private struct KeyUse {
        let id: CommandID
        let body: String
    }

    private var open: [CommandID: TrackedGroup] = [:]
    private var ended = FairCache<CommandID, GroupCommandRecord>(limit: maximumGroups)
    /// By the digest of the key. A key stays used although nothing was sent, so that a repetition gets the same group.
    private var keys = FairCache<String, KeyUse>(limit: maximumGroups)
    private let feed: LiveFeed
    private let uptime: @Sendable () -> Duration

    /// Continues with the group commands of an earlier run of the gateway.
    package init(feed: LiveFeed, recent: [RecentGroupCommand] = [], uptime: @escaping @Sendable () -> Duration) {
        self.feed = feed
        self.uptime = uptime
        for group in recent where group.age < CommandTracker.recordLifetime {
            let (since, asker) = (uptime() - group.age, group.record.sender ?? "")
            ended.insert(group.record, for: group.record.id, of: asker, since: since)
            guard let digest = group.digest else { continue }
            keys.insert(KeyUse(id: group.record.id, body: digest.body), for: digest.key, of: asker, since: since)
        }
    }

    func record(_ id: CommandID) -> GroupCommandRecord? { open[id]?.record ?? ended[id] }

    /// Returns the group command for which the key was used; nil when the key is free. Throws `.keyReused` when its
    /// content differs.
    func id(for digest: IdempotencyDigest?) throws(CommandRefusal) -> CommandID? {
        guard let digest, let use = keys[digest.key], record(use.id) != nil else { return nil }
        guard use.body == digest.body else { throw .keyReused }
        return use.id
    }

    /// Opens a record and returns its id, or the id of the group command for which the key was used before. Throws
    /// `.keyReused`.
    func open(
        _ record: GroupCommandRecord, digest: IdempotencyDigest?, by identity: Identity
    ) throws(CommandRefusal) -> CommandID {
        let now = uptime()
        ended.removeAll(before: now - CommandTracker.recordLifetime)
        keys.removeAll(before: now - CommandTracker.recordLifetime)
        if let earlier = try id(for: digest) { return earlier }
        open[record.id] = TrackedGroup(record: record, since: now)
        if let digest {
            keys.insert(KeyUse(id: record.id, body: digest.body), for: digest.key, of: "\(identity)", since: now)
        }
        return record.id
    }

    /// Replaces a person who is erased by a pseudonym in all records.
    func replace(sender person: PersonID, by pseudonym: String) {
        for id in Array(open.keys) {
            let sender = open[id]?.record.sender
            open[id]?.record.sender = sender?.replacing(actor: person, by: pseudonym)
        }
        ended.changeAll { $0.sender = $0.sender?.replacing(actor: person, by: pseudonym) }
    }

    /// Records that the audit log contains the command.
    func setAudited(_ id: CommandID) {
        open[id]?.isAudited = true
        notifyWaiters(of: id)
    }

    /// Forgets a command that the audit log does not contain. Requests that wait for it get nil.
    func discard(_ id: CommandID) {
        for waiter in open.removeValue(forKey: id)?.waiters ?? [] { waiter.finish() }
    }

    /// Records the present state of a child.
    func update(_ child: CommandRecord, number index: Int, of id: CommandID) {
        guard open[id] != nil else { return }
        open[id]?.record.children[index].update(from: child)
        notifyWaiters(of: id)
    }

    /// Ends a child that was not submitted, or whose record is lost.
    func end(child index: Int, of id: CommandID, outcome: CommandOutcome, code: String, detail: String) {
        open[id]?.record.children[index].end(outcome, code: code, detail: detail)
        notifyWaiters(of: id)
    }

    /// Ends a group command whose children have ended, and notifies the requests that wait.
    func end(_ id: CommandID) async {
        guard let tracked = open.removeValue(forKey: id) else { return }
        ended.insert(tracked.record, for: id, of: tracked.record.sender ?? "", since: tracked.since)
        for waiter in tracked.waiters { waiter.finish() }
        await feed.publish([.groupEnded(tracked.record)])
    }

    /// Waits until the command is in the audit log and each child has reached the stage, and returns the record. Returns
    /// nil for an unknown command, and for one that could not be written to the audit log. When the task is cancelled,
    /// it returns the record as it is.
    func await(_ id: CommandID, until stage: GroupStage) async -> GroupCommandRecord? {
        guard let tracked = open[id], !tracked.hasReached(stage) else { return record(id) }
        let (changes, waiter) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        open[id]?.waiters.append(waiter)
        for await _ in changes {
            guard let tracked = open[id], !tracked.hasReached(stage) else { break }
        }
        return record(id)
    }

    private func notifyWaiters(of id: CommandID) {
        for waiter in open[id]?.waiters ?? [] { waiter.yield() }
    }
}
