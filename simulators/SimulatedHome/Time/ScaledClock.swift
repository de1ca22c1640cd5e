/// The continuous clock, so many times as fast: an hour of home in a minute of test.
package struct ScaledClock: Clock {
    package struct Instant: InstantProtocol {
        /// Scaled time since the clock was made.
        package let elapsed: Duration

        package func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
        package func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
        package static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
    }

    package let factor: Double
    private let base = ContinuousClock()
    private let origin: ContinuousClock.Instant

    /// `factor` 60 lets a minute pass in each second; what is not above 0 counts as 1.
    package init(factor: Double) {
        self.factor = factor > 0 && factor.isFinite ? factor : 1
        origin = base.now
    }

    package var now: Instant { Instant(elapsed: (base.now - origin) * factor) }
    package var minimumResolution: Duration { base.minimumResolution * factor }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await base.sleep(until: origin + deadline.elapsed / factor, tolerance: tolerance.map { $0 / factor })
    }
}
