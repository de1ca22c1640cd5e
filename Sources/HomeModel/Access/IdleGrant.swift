import Foundation

/// A grant that would permit something, and does not now.
package struct IdleGrant: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        case usedUp(Int)
        /// It begins then.
        case notYet(Timestamp)
        /// It ended then.
        case over(Timestamp)
        /// It holds in these hours of the week only.
        case windows([WeeklyWindow])
    }

    package let id: GrantID
    package let cause: Cause
}

extension AccessPolicy {
    /// The grants by which `permission` would be allowed to a person for one of `targets`, and which do not hold now: by
    /// the time, or because they are used up. Nil stands for the whole home.
    package func idleGrants(
        of id: PersonID, for permission: Permission, on targets: [AccessTarget?], at now: DecisionTime
    ) -> [IdleGrant] {
        (grants[id] ?? []).filter { grant in
            grant.effect == .allow && grant.permissions.contains(permission)
                && targets.contains { $0.map(grant.selector.covers) ?? (grant.selector == AccessSelector()) }
        }.compactMap { grant in
            grant.idleCause(at: now, isHolding: grant.holds(at: now, in: timeZone)).map {
                IdleGrant(id: grant.id, cause: $0)
            }
        }
    }

    /// What a person reads about it; times are those of the home's clock.
    package func sentence(about grant: IdleGrant) -> String {
        switch grant.cause {
        case .usedUp(let uses):
            "The grant \(grant.id) for it has been used up: it was good for \(uses) \(uses == 1 ? "command" : "commands")."
        case .notYet(let time): "The grant \(grant.id) permits it only from \(local(time)) on."
        case .over(let time): "The grant \(grant.id) permitted it only until \(local(time))."
        case .windows(let windows):
            "The grant \(grant.id) permits it only \(windows.map(\.description).joined(separator: " and "))."
        }
    }

    /// Why a person may not do it now who holds a grant for it that has not ended: the grant holds at other times, or is
    /// used up. Nil without such a grant.
    func idleDenial(
        of id: PersonID, for permission: Permission, on targets: [AccessTarget], at now: DecisionTime
    ) -> AccessDecision.Denial? {
        let idle = idleGrants(of: id, for: permission, on: targets, at: now)
        let times = idle.compactMap(times(of:))
        // Of many the first say enough.
        if !times.isEmpty { return .outsideHours(times.prefix(3).joined(separator: " and ")) }
        let ended = Set((grants[id] ?? []).filter { $0.hasEnded(at: now) }.map(\.id))
        return idle.first { $0.cause.isUsedUp && !ended.contains($0.id) }.map { .usedUp($0.id) }
    }

    /// When it holds; nil when it does not any more.
    private func times(of grant: IdleGrant) -> String? {
        switch grant.cause {
        case .usedUp, .over: nil
        case .notYet(let time): "from \(local(time)) on"
        case .windows(let windows): windows.map(\.description).joined(separator: " and ")
        }
    }

    private func local(_ time: Timestamp) -> String {
        let shifted = time + .seconds(timeZone.secondsFromGMT(for: time.date))
        return String(shifted.rfc3339.prefix(16).map { $0 == "T" ? " " : $0 })
    }
}

extension IdleGrant.Cause {
    fileprivate var isUsedUp: Bool { if case .usedUp = self { true } else { false } }
}

extension Grant {
    fileprivate func hasEnded(at now: DecisionTime) -> Bool {
        conditions.notAfter.map { now.isKnown && $0 <= now.wall } ?? false
    }

    /// Why it does not hold; nil when it does, or when the clock is not known, which is said otherwise.
    fileprivate func idleCause(at now: DecisionTime, isHolding: Bool) -> IdleGrant.Cause? {
        guard !isHolding else { return nil }
        if let most = conditions.maximumUses, uses >= most { return .usedUp(most) }
        guard now.isKnown else { return nil }
        if let end = conditions.notAfter, end <= now.wall { return .over(end) }
        if let begin = conditions.notBefore, now.wall < begin { return .notYet(begin) }
        return .windows(conditions.windows)
    }
}
