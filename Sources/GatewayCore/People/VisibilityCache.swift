import HomeModel

/// Caches for each asker what the asker may see, while that is valid.
struct VisibilityCache {
    static let mostAskers = 256

    /// The askers that see the same: one person within one scope.
    struct Asker: Hashable {
        let actor: Identity.Actor
        let scope: Set<Permission>?

        init(_ identity: Identity) {
            actor = identity.actor
            scope = identity.scope
        }
    }

    /// A visibility, and the state of policy, home and clock for which it was computed.
    struct Entry {
        let visibility: Visibility
        /// Different from the stamp of every other entry that this cache ever had.
        let stamp: Int
        fileprivate let policy: UInt64
        fileprivate let home: Int
        fileprivate let madeAt: DecisionTime

        fileprivate func isValid(_ policy: AccessPolicy, home: HomeSnapshot, at now: DecisionTime) -> Bool {
            self.policy == policy.revision && self.home == home.revision && now.wall >= madeAt.wall
                && now.wall < visibility.until ?? .distantFuture
                && visibility.isClockKnown ?? now.isKnown == now.isKnown
        }
    }

    private var entries: [Asker: Entry] = [:]
    private var lastStamp = 0

    /// Returns the visibility that `policy` decides now.
    mutating func entry(
        for identity: Identity, in home: HomeSnapshot, by policy: AccessPolicy, at now: DecisionTime
    ) -> Entry {
        let asker = Asker(identity)
        if let known = entries[asker], known.isValid(policy, home: home, at: now) { return known }
        if entries.count >= Self.mostAskers { entries.removeAll() }
        lastStamp += 1
        let entry = Entry(
            visibility: policy.visibility(of: identity, in: home.devices.values, at: now), stamp: lastStamp,
            policy: policy.revision, home: home.revision, madeAt: now)
        entries[asker] = entry
        return entry
    }
}

extension Timestamp {
    fileprivate static let distantFuture = Timestamp(milliseconds: .max)
}
