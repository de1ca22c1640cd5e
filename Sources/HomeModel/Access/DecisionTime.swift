import Foundation

/// The time by which rights are decided, and whether the gateway trusts it.
package struct DecisionTime: Hashable, Sendable {
    package let wall: Timestamp
    /// While false, a grant with a time limit allows nothing, and a deny with a time limit denies.
    package let isKnown: Bool

    package init(wall: Timestamp, isKnown: Bool) {
        self.wall = wall
        self.isKnown = isKnown
    }
}

extension Grant {
    /// Whether the grant or deny is in effect at this time and has uses left. While the clock is not known, a grant
    /// with a time limit is not in effect, and a deny with a time limit is.
    func isInEffect(at time: DecisionTime, in zone: TimeZone) -> Bool {
        if time.isKnown || !conditions.isTimed { return conditions.areMet(at: time.wall, uses: uses, in: zone) }
        return effect == .deny && hasUsesLeft
    }

    /// Whether only the unknown clock keeps this grant out of effect: it has a time limit, which cannot be checked.
    func waitsForClock(at time: DecisionTime) -> Bool {
        !time.isKnown && effect == .allow && conditions.isTimed && hasUsesLeft
    }

    /// Whether the grant or deny can never come into effect again. While the clock is not known, no time limit ends it.
    package func isOver(at time: DecisionTime) -> Bool {
        let isPast = conditions.notAfter.map { time.isKnown && $0 <= time.wall } ?? false
        return isPast || !hasUsesLeft
    }

    var hasUsesLeft: Bool { conditions.maximumUses.map { uses < $0 } ?? true }
}

extension AccessConditions {
    /// Whether the conditions depend on the time.
    package var isTimed: Bool { notBefore != nil || notAfter != nil || !windows.isEmpty }
}
