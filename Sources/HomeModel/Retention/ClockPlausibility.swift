/// Decides whether the wall clock is plausible enough for retention to delete by it.
///
/// A clock that the kernel reports as synchronised can be wrong: a time server may set it years into the future, and
/// two years of readings would then be past their term. Therefore the clock may be ahead of the last run only by the
/// time that the machine ran since, and by `allowance` for the time that it was off.
///
/// | the clock | verdict |
/// |---|---|
/// | as far ahead of the last run as the machine ran, up to the allowance, or behind it | `plausible` |
/// | further ahead, since less than `trial` | `ahead`: retention waits for a confirmation |
/// | further ahead, and it has run evenly for `trial` | `plausible`: the machine was off for long |
package enum ClockPlausibility: Hashable, Sendable {
    case plausible
    /// The clock advanced by this much more than the machine ran. The caller must keep `since` until the next decision.
    case ahead(by: Duration, since: ClockSnapshot)

    /// The time that a machine may be off without a confirmation.
    package static let allowance = Duration.days(2)
    /// A clock that has been ahead for this long, without another step, is accepted.
    package static let trial = Duration.days(7)
    /// The largest difference from the uptime that is not a step of the clock.
    private static let stepTolerance = Duration.hours(1)

    /// `last` are the clocks at the last run; `since` those at which the clock was first found to be ahead, if it was.
    package init(at now: ClockSnapshot, last: ClockSnapshot, since: ClockSnapshot?) {
        let ran = last.boot == now.boot ? now.uptime - last.uptime : now.uptime
        let excess = (now.wall - last.wall) - max(ran, .zero) - Self.allowance
        guard excess > .zero else {
            self = .plausible
            return
        }
        let trial = since.flatMap { Self.continuedTrial($0, at: now) } ?? now
        self = now.uptime - trial.uptime >= Self.trial ? .plausible : .ahead(by: excess + Self.allowance, since: trial)
    }

    /// Returns `since` on the clocks of this boot; nil when the wall clock made a step in between that a short stop
    /// does not explain.
    private static func continuedTrial(_ since: ClockSnapshot, at now: ClockSnapshot) -> ClockSnapshot? {
        let passed = now.wall - since.wall
        if since.boot == now.boot {
            let step = passed - (now.uptime - since.uptime)
            return max(step, .zero - step) <= stepTolerance ? since : nil
        }
        return passed >= .zero && passed <= now.uptime + trial + allowance ? since.anchored(at: now) : nil
    }
}
