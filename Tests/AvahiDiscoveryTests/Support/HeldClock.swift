import Synchronization

/// A clock whose sleeps of one given length last until they are released; all others take their time.
final class HeldClock: Clock {
    typealias Instant = ContinuousClock.Instant

    private let length: Duration
    private let held = AsyncStream.makeStream(of: Void.self)
    private let holding = Atomic(false)

    init(holding length: Duration) { self.length = length }

    var now: Instant { ContinuousClock.now }
    var minimumResolution: Duration { ContinuousClock().minimumResolution }
    var isHolding: Bool { holding.load(ordering: .acquiring) }

    func release() { held.continuation.finish() }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        // The deadline was computed a moment ago, so the rest is just below the length; no other sleep is that long.
        guard (length / 2...length).contains(deadline - now) else {
            return try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
        }
        holding.store(true, ordering: .releasing)
        for await _ in held.stream {}
        try Task.checkCancellation()
    }
}
