package import Foundation
package import HomeModel

/// The clocks of the gateway: one for stamping, one for waiting, one that nobody sets. Tests inject them.
package struct HomeClock: Sendable {
    package let now: @Sendable () -> Timestamp
    /// Since this machine was started; also while it slept.
    package let uptime: @Sendable () -> Duration
    /// Names that start of the machine.
    package let boot: UUID
    package let waiting: any Clock<Duration>
    /// Whether the wall clock can be trusted enough to delete by it.
    package let isSynchronised: @Sendable () -> Bool

    /// Whether rights with a time limit can be decided by the wall clock.
    package let confidence = ClockConfidence()

    package init(
        now: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Duration, boot: UUID,
        waiting: any Clock<Duration>, isSynchronised: @escaping @Sendable () -> Bool
    ) {
        self.now = now
        self.uptime = uptime
        self.boot = boot
        self.waiting = waiting
        self.isSynchronised = isSynchronised
    }

    /// All clocks at once.
    func read(_ trust: ClockTrust) -> ClockReading {
        // Asked first: a clock that is set meanwhile must not count as known with the time that it had before.
        let isSynchronised = isSynchronised()
        let (wall, uptime) = (now(), uptime())
        let isKnown = trust.isKnown(wall: wall, uptime: uptime, isSynchronised: isSynchronised)
        return ClockReading(
            wall: wall, uptime: uptime, boot: boot, isKnown: isKnown, isSynchronised: isSynchronised)
    }

    /// All clocks at once, for what is measured by them.
    package func reading() -> ClockReading {
        ClockReading(wall: now(), uptime: uptime(), boot: boot, isKnown: isSynchronised())
    }

    /// The time by which rights are decided.
    package func decisionTime() -> DecisionTime {
        // Asked first, as in `read`.
        let isSynchronised = isSynchronised()
        let (wall, uptime) = (now(), uptime())
        return DecisionTime(
            wall: wall,
            isKnown: confidence.isKnown(wall: wall, uptime: uptime, boot: boot, isSynchronised: isSynchronised))
    }

    /// Waits; returns early when the task is cancelled.
    package func sleep(for duration: Duration) async {
        try? await waiting.sleep(for: duration)
    }
}
