package import HomeModel

/// The two clocks of the gateway: one for stamping, one for waiting. Tests inject both.
package struct HomeClock: Sendable {
    package let now: @Sendable () -> Timestamp
    package let waiting: any Clock<Duration>
    /// Whether the wall clock can be trusted enough to delete by it.
    package let isSynchronised: @Sendable () -> Bool

    package init(
        now: @escaping @Sendable () -> Timestamp, waiting: any Clock<Duration>,
        isSynchronised: @escaping @Sendable () -> Bool
    ) {
        self.now = now
        self.waiting = waiting
        self.isSynchronised = isSynchronised
    }

    /// Waits; returns early when the task is cancelled.
    package func sleep(for duration: Duration) async {
        try? await waiting.sleep(for: duration)
    }
}
