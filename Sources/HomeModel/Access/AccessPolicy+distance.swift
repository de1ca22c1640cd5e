import Foundation

extension AccessPolicy {
    /// The time between now and the nearest moment, before or after, at which a grant permits this to the person.
    ///
    /// Nil when the decision now is anything but `.notPermitted`, because then the time is not the only obstacle, and
    /// when no grant permits it within a week or two.
    package func distance(
        of id: PersonID, to permission: Permission, on target: AccessTarget, at now: DecisionTime
    ) -> Duration? {
        guard case .deny(.notPermitted) = decide(id, permission: permission, on: target, at: now) else { return nil }
        let grants = (grants[id] ?? []).filter {
            $0.effect == .allow && $0.permissions.contains(permission) && $0.selector.covers(target)
        }
        return grants.compactMap { $0.conditions.distance(from: now.wall, uses: $0.uses, in: timeZone) }.min()
    }
}

extension AccessConditions {
    /// The time between a moment at which the conditions are not met and the nearest one at which they are. Nil when
    /// there is none within a week or two.
    func distance(from now: Timestamp, uses: Int, in zone: TimeZone) -> Duration? {
        let ahead = nextChange(after: now, uses: uses, in: zone).map { $0 - now }
        let behind = lastMet(before: now, uses: uses, in: zone).map { now - $0 }
        return [ahead, behind].compactMap(\.self).min()
    }

    /// The last moment, not after `now`, at which the conditions stopped being met.
    private func lastMet(before now: Timestamp, uses: Int, in zone: TimeZone) -> Timestamp? {
        let end = min(now, notAfter ?? now)
        let minutes = Set(windows.flatMap { [0, $0.toMinute] }.filter((0...1440).contains))
        let edges = LocalMinute.moments(of: minutes, after: end - .days(8), in: zone).filter { $0 < end }
        return (edges + [end]).sorted().last { areMet(at: $0 - .milliseconds(1), uses: uses, in: zone) }
    }
}
