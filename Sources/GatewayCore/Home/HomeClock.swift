package import Foundation
package import HomeModel

/// The clocks of the gateway: the wall clock, the monotonic clock, and a clock for waiting. Tests inject them.
package struct HomeClock: Sendable {
    package let now: @Sendable () -> Timestamp
    /// The time since the start of this machine, including the time it slept: the monotonic clock.
    package let uptime: @Sendable () -> Duration
    /// The id of the current boot of the machine.
    package let boot: UUID
    package let waiting: any Clock<Duration>
    /// Whether the wall clock can be trusted enough to delete by it.
    package let isSynchronised: @Sendable () -> Bool
    /// Whether the system lets this program read the state of the clock. Without that, the clock never counts as
    /// synchronised.
    package let isReadable: @Sendable () -> Bool

    /// Decides whether rights with a time limit can be decided by the wall clock.
    package let confidence = ClockConfidence()

    package init(
        now: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Duration, boot: UUID,
        waiting: any Clock<Duration>, isSynchronised: @escaping @Sendable () -> Bool,
        isReadable: @escaping @Sendable () -> Bool = { true }
    ) {
        self.now = now
        self.uptime = uptime
        self.boot = boot
        self.waiting = waiting
        self.isSynchronised = isSynchronised
        self.isReadable = isReadable
    }

    /// Reads all clocks at once for measurements. Here the wall clock is known when it is synchronised.
    package func reading() -> ClockSnapshot {
        ClockSnapshot(wall: now(), uptime: uptime(), boot: boot, isKnown: isSynchronised())
    }

    /// The time by which rights are decided.
    package func decisionTime() -> DecisionTime {
        // This comes first: a clock that is set meanwhile must not count as known with the time that it had before.
        let isSynchronised = isSynchronised()
        let (wall, uptime) = (now(), uptime())
        return DecisionTime(
            wall: wall,
            isKnown: confidence.isKnown(wall: wall, uptime: uptime, boot: boot, isSynchronised: isSynchronised))
    }

    /// Waits for `duration`; returns early when the task is cancelled.
    package func sleep(for duration: Duration) async {
        try? await waiting.sleep(for: duration)
    }
}
