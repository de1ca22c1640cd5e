import Foundation

extension AccessPolicy {
    /// How far from now the nearest moment is at which a grant permits this to a person, earlier or later. Nil when none
    /// ever does or did lately, or when it is not the time alone that stands against it.
    package func distance(
        of id: PersonID, to permission: Permission, on target: AccessTarget, at now: DecisionTime
    ) -> Duration? {
        guard case .deny(.notPermitted) = decide(id, permission, on: target, at: now) else { return nil }
        let grants = (grants[id] ?? []).filter {
            $0.effect == .allow && $0.permissions.contains(permission) && $0.selector.covers(target)
        }
        return grants.compactMap { $0.conditions.distance(from: now.wall, uses: $0.uses, in: timeZone) }.min()
    }
}

extension AccessConditions {
    /// From a moment at which they do not hold to the nearest at which they do or did; nil when there is none within a
    /// week or two.
    func distance(from now: Timestamp, uses: Int, in zone: TimeZone) -> Duration? {
        let ahead = nextChange(after: now, uses: uses, in: zone).map { $0 - now }
        let behind = lastHeld(before: now, uses: uses, in: zone).map { now - $0 }
        return [ahead, behind].compactMap(\.self).min()
    }

    /// When they last ended to hold.
    private func lastHeld(before now: Timestamp, uses: Int, in zone: TimeZone) -> Timestamp? {
        let end = min(now, notAfter ?? now)
        let minutes = Set(windows.flatMap { [0, $0.toMinute] }.filter((0...1440).contains))
        let edges = LocalMinute.moments(of: minutes, after: end - .days(8), in: zone).filter { $0 < end }
        return (edges + [end]).sorted().last { hold(at: $0 - .milliseconds(1), uses: uses, in: zone) }
    }
}
