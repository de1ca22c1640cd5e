/// Decides whether retention may delete by the clock.
///
/// A clock that the kernel calls synchronised can be wrong: a time server may send it years into the future, and two years
/// of readings are then past their term. So the clock may be ahead of the last run by the time that the machine ran since,
/// and by `allowance` for the time that it was off.
///
/// | the clock | verdict |
/// |---|---|
/// | as far ahead of the last run as the machine ran, up to the allowance, or behind it | `plausible` |
/// | further ahead, since less than `trial` | `ahead`: retention asks |
/// | further ahead, and it has run evenly for `trial` | `plausible`: the machine was off for long |
package enum PurgeClock: Hashable, Sendable {
    case plausible
    /// By so much more than what is known explains. `since` is to be kept until the next decision.
    case ahead(by: Duration, since: ClockReading)

    /// A machine may be off for as long without a question.
    package static let allowance = Duration.days(2)
    /// A clock that was ahead for so long without another step is right.
    package static let trial = Duration.days(7)
    private static let evenly = Duration.hours(1)

    /// `last` are the clocks at the last run; `since` those at which the clock was first found to be ahead, if it was.
    package init(at now: ClockReading, last: ClockReading, since: ClockReading?) {
        let ran = last.boot == now.boot ? now.uptime - last.uptime : now.uptime
        let excess = (now.wall - last.wall) - max(ran, .zero) - Self.allowance
        guard excess > .zero else {
            self = .plausible
            return
        }
        let trial = since.flatMap { Self.goesOn($0, at: now) } ?? now
        self = now.uptime - trial.uptime >= Self.trial ? .plausible : .ahead(by: excess + Self.allowance, since: trial)
    }

    /// `since` on the clocks of this boot, if the wall clock made no step in between that a short stop does not explain.
    private static func goesOn(_ since: ClockReading, at now: ClockReading) -> ClockReading? {
        let passed = now.wall - since.wall
        if since.boot == now.boot {
            let step = passed - (now.uptime - since.uptime)
            return max(step, .zero - step) <= evenly ? since : nil
        }
        return passed >= .zero && passed <= now.uptime + trial + allowance ? since.anchored(at: now) : nil
    }
}
