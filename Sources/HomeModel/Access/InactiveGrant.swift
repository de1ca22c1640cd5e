import Foundation

/// A grant that covers a permission but is not in effect now, with the cause.
package struct InactiveGrant: Hashable, Sendable {
    /// The reason why the grant is not in effect.
    package enum Cause: Hashable, Sendable {
        /// All of its uses are spent; this is their number.
        case usedUp(Int)
        /// It comes into effect at this time.
        case notYet(Timestamp)
        /// It ended at this time.
        case ended(Timestamp)
        /// It is in effect only in these hours of the week.
        case windows([WeeklyWindow])
    }

    package let id: GrantID
    package let cause: Cause
}

extension AccessPolicy {
    /// The grants that cover `permission` for a person and one of `targets`, but are not in effect now, because of the
    /// time or because they are used up. A nil target means the whole home.
    package func inactiveGrants(
        of id: PersonID, for permission: Permission, on targets: [AccessTarget?], at now: DecisionTime
    ) -> [InactiveGrant] {
        (grants[id] ?? []).filter { grant in
            grant.effect == .allow && grant.permissions.contains(permission)
                && targets.contains { $0.map(grant.selector.covers) ?? (grant.selector == AccessSelector()) }
        }.compactMap { grant in
            inactiveCause(of: grant, at: now).map { InactiveGrant(id: grant.id, cause: $0) }
        }
    }

    /// Why the grant is not in effect. Nil when it is, and when only the unknown clock is the cause.
    func inactiveCause(of grant: Grant, at now: DecisionTime) -> InactiveGrant.Cause? {
        grant.inactiveCause(at: now, isInEffect: grant.isInEffect(at: now, in: timeZone))
    }

    /// A sentence for people about such a grant; times are those of the home's clock.
    package func sentence(about grant: InactiveGrant, at now: DecisionTime) -> String {
        switch grant.cause {
        case .usedUp(let uses):
            "The grant \(grant.id) has been used up: it permitted \(uses) \(uses == 1 ? "command" : "commands")."
        case .notYet(let time): "The grant \(grant.id) permits it only from \(local(time)) on."
        case .ended(let time): "The grant \(grant.id) permitted it only until \(local(time))."
        case .windows(let windows):
            "The grant \(grant.id) permits it only \(windows.map(\.description).joined(separator: " and "));"
                + " now it is \(dayAndTime(of: now.wall))."
        }
    }

    /// The denial for a person who has a grant that has not ended but is not in effect now: it applies at other times,
    /// or it is used up. Nil without such a grant.
    func inactiveDenial(
        of id: PersonID, for permission: Permission, on targets: [AccessTarget], at now: DecisionTime
    ) -> AccessDecision.Denial? {
        let idle = inactiveGrants(of: id, for: permission, on: targets, at: now)
        let times = idle.compactMap(times(of:))
        // Three are enough for one sentence.
        if !times.isEmpty { return .outsideHours(times.prefix(3).joined(separator: " and ")) }
        let ended = Set((grants[id] ?? []).filter { $0.hasEnded(at: now) }.map(\.id))
        return idle.first { $0.cause.isUsedUp && !ended.contains($0.id) }.map { .usedUp($0.id) }
    }

    /// The times at which the grant is in effect; nil when it never is again.
    private func times(of grant: InactiveGrant) -> String? {
        switch grant.cause {
        case .usedUp, .ended: nil
        case .notYet(let time): "from \(local(time)) on"
        case .windows(let windows): windows.map(\.description).joined(separator: " and ")
        }
    }

    /// Such as `Sun 2026-03-15 16:49`, by the home's clock.
    func dayAndTime(of time: Timestamp) -> String {
        let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        return "\(names[LocalMinute(time, in: timeZone).weekday - 1]) \(local(time))"
    }

    private func local(_ time: Timestamp) -> String {
        let shifted = time + .seconds(timeZone.secondsFromGMT(for: time.date))
        return String(shifted.rfc3339.prefix(16).map { $0 == "T" ? " " : $0 })
    }
}

extension InactiveGrant.Cause {
    fileprivate var isUsedUp: Bool { if case .usedUp = self { true } else { false } }
}

extension Grant {
    fileprivate func hasEnded(at now: DecisionTime) -> Bool {
        conditions.notAfter.map { now.isKnown && $0 <= now.wall } ?? false
    }

    /// Why the grant is not in effect. Nil when it is, and when only the unknown clock is the cause: that has a denial
    /// of its own.
    fileprivate func inactiveCause(at now: DecisionTime, isInEffect: Bool) -> InactiveGrant.Cause? {
        guard !isInEffect else { return nil }
        if let most = conditions.maximumUses, uses >= most { return .usedUp(most) }
        guard now.isKnown else { return nil }
        if let end = conditions.notAfter, end <= now.wall { return .ended(end) }
        if let begin = conditions.notBefore, now.wall < begin { return .notYet(begin) }
        return .windows(conditions.windows)
    }
}
