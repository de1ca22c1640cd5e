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
    /// Whether it allows or denies at this time, uses included.
    func holds(at time: DecisionTime, in zone: TimeZone) -> Bool {
        if time.isKnown || !conditions.isTimed { return conditions.hold(at: time.wall, uses: uses, in: zone) }
        return effect == .deny && hasUsesLeft
    }

    /// Whether it would allow if the gateway knew the time, and that were the right one.
    func waitsForClock(at time: DecisionTime) -> Bool {
        !time.isKnown && effect == .allow && conditions.isTimed && hasUsesLeft
    }

    /// Whether it will never hold again. A clock that is not known ends nothing.
    func isOver(at time: DecisionTime) -> Bool {
        let isPast = conditions.notAfter.map { time.isKnown && $0 <= time.wall } ?? false
        return isPast || !hasUsesLeft
    }

    var hasUsesLeft: Bool { conditions.maximumUses.map { uses < $0 } ?? true }
}

extension AccessConditions {
    /// Whether they depend on the time.
    package var isTimed: Bool { notBefore != nil || notAfter != nil || !windows.isEmpty }
}
