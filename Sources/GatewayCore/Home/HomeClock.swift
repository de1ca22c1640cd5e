package import HomeModel

/// The clocks of the gateway: one for stamping, one for waiting, one that nobody sets. Tests inject them.
package struct HomeClock: Sendable {
    package let now: @Sendable () -> Timestamp
    /// Since this machine was started; also while it slept.
    package let uptime: @Sendable () -> Duration
    package let waiting: any Clock<Duration>
    /// Whether the wall clock can be trusted enough to delete by it.
    package let isSynchronised: @Sendable () -> Bool

    package init(
        now: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Duration,
        waiting: any Clock<Duration>, isSynchronised: @escaping @Sendable () -> Bool
    ) {
        self.now = now
        self.uptime = uptime
        self.waiting = waiting
        self.isSynchronised = isSynchronised
    }

    /// Waits; returns early when the task is cancelled.
    package func sleep(for duration: Duration) async {
        try? await waiting.sleep(for: duration)
    }
}
