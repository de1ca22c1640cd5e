import Foundation

extension AccessPolicy {
    /// Whether the rights of any person depend on the time.
    package var hasTimedRights: Bool { grants.values.joined().contains { $0.conditions.isTimed } }

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
    private func edges(after now: Timestamp, in zone: TimeZone) -> [Timestamp] {
        let bounds = [notBefore, notAfter].compactMap(\.self).filter { $0 > now }
        // Midnight is included for windows that pass the end of their day.
        let minutes = Set(windows.flatMap { [0, $0.fromMinute, $0.toMinute] }.filter((0...1440).contains))
        guard !minutes.isEmpty else { return bounds.sorted() }
        let start = max(now, notBefore ?? now)
        return (bounds + LocalMinute.moments(of: minutes, after: start, in: zone)).sorted()
    }
}
