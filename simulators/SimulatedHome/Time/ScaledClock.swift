/// The continuous clock, faster by `factor`: an hour of the home passes in a minute of a test.
package struct ScaledClock: Clock {
    /// An instant of the scaled clock.
    package struct Instant: InstantProtocol {
        /// The scaled time since the clock was created.
        package let elapsed: Duration

        package func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
        package func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
        package static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
    }

    package let factor: Double
    private let base = ContinuousClock()
    private let origin: ContinuousClock.Instant

    /// With `factor` 60 a minute passes each second. A value that is not above 0 counts as 1.
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

extension Duration {
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
