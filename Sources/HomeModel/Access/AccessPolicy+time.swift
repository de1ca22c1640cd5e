import Foundation

extension AccessPolicy {
    /// Whether the rights of any person depend on the time.
    package var hasTimedRights: Bool { grants.values.joined().contains { $0.conditions.isTimed } }

    /// Whether the rights of any person depend on the hour in the time zone of the home.
    package var hasWeeklyWindows: Bool { grants.values.joined().contains { !$0.conditions.windows.isEmpty } }

    /// Whether the rights of a person depend on the time.
    package func isTimed(for person: PersonID) -> Bool { grants[person]?.contains { $0.conditions.isTimed } ?? false }

    /// The next moment at which the rights of a person change through time alone, because a grant or deny comes into
    /// effect or goes out of effect. Nil when there is none, and while the clock is not known.
    package func nextChange(for person: PersonID, after now: DecisionTime) -> Timestamp? {
        // Until the clock is known, the passing of time changes no rights.
        guard now.isKnown else { return nil }
        return (grants[person] ?? [])
            .compactMap { $0.conditions.nextChange(after: now.wall, uses: $0.uses, in: timeZone) }.min()
    }
}

extension AccessConditions {
    /// The first moment after `now` at which the conditions start or stop being met; nil when there is none.
    func nextChange(after now: Timestamp, uses: Int, in zone: TimeZone) -> Timestamp? {
        let isInEffect = areMet(at: now, uses: uses, in: zone)
        return edges(after: now, in: zone).first { areMet(at: $0, uses: uses, in: zone) != isInEffect }
    }

    /// The moments at which the conditions may start or stop being met, in the order of time.
    func edges(after now: Timestamp, in zone: TimeZone) -> [Timestamp] {
        let bounds = [notBefore, notAfter].compactMap(\.self).filter { $0 > now }
        // Midnight is included for windows that pass the end of their day.
        let minutes = Set(windows.flatMap { [0, $0.fromMinute, $0.toMinute] }.filter((0...1440).contains))
        guard !minutes.isEmpty else { return bounds.sorted() }
        let start = max(now, notBefore ?? now)
        return (bounds + LocalMinute.moments(of: minutes, after: start, in: zone)).sorted()
    }
}

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
