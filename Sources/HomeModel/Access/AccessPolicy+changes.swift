import Foundation

extension AccessPolicy {
    /// Whether anybody's rights depend on the time.
    package var hasTimedRights: Bool { grants.values.joined().contains { $0.conditions.isTimed } }

    /// Whether the rights of a person depend on the time.
    package func isTimed(for person: PersonID) -> Bool { grants[person]?.contains { $0.conditions.isTimed } ?? false }

    /// When the rights of a person next change without anybody changing them: a grant or deny begins or ends to hold.
    /// Nil when none will.
    package func nextChange(for person: PersonID, after now: DecisionTime) -> Timestamp? {
        // Until the clock is known, no passing of time changes anything.
        guard now.isKnown else { return nil }
        return (grants[person] ?? [])
            .compactMap { $0.conditions.nextChange(after: now.wall, uses: $0.uses, in: timeZone) }.min()
    }
}

extension AccessConditions {
    /// The first moment after `now` at which they hold and did not, or the other way round; nil when there is none.
    func nextChange(after now: Timestamp, uses: Int, in zone: TimeZone) -> Timestamp? {
        let holds = hold(at: now, uses: uses, in: zone)
        return edges(after: now, in: zone).first { hold(at: $0, uses: uses, in: zone) != holds }
    }

    /// Moments at which they may begin or end to hold, the first ones first.
    private func edges(after now: Timestamp, in zone: TimeZone) -> [Timestamp] {
        let bounds = [notBefore, notAfter].compactMap(\.self).filter { $0 > now }
        // Midnight is an edge for windows that go beyond their day.
        let minutes = Set(windows.flatMap { [0, $0.fromMinute, $0.toMinute] }.filter((0...1440).contains))
        guard !minutes.isEmpty else { return bounds.sorted() }
        let start = max(now, notBefore ?? now)
        return (bounds + LocalMinute.moments(of: minutes, after: start, in: zone)).sorted()
    }
}
