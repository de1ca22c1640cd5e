import Synchronization

/// A clock whose sleeps of one length last until `release` is called. Other sleeps take their normal time.
final class GatedClock: Clock {
    typealias Instant = ContinuousClock.Instant

    private let length: Duration
    private let gate = AsyncStream.makeStream(of: Void.self)
    private let blocking = Atomic(false)

    init(blocking length: Duration) { self.length = length }

    var now: Instant { ContinuousClock.now }
    var minimumResolution: Duration { ContinuousClock().minimumResolution }
    var isBlocking: Bool { blocking.load(ordering: .acquiring) }

    func release() { gate.continuation.finish() }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        // The deadline was computed a moment ago, so the remaining time is slightly below the length. No other sleep is
        // this long.
        guard (length / 2...length).contains(deadline - now) else {
            return try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
        }
        blocking.store(true, ordering: .releasing)
        for await _ in gate.stream {}
        try Task.checkCancellation()
    }
}

/// A clock with a constant time, whose sleeps take a hundredth of their duration. It records the sleeps that ended.
final class AcceleratedClock: Clock {
    typealias Instant = ContinuousClock.Instant

    let now = ContinuousClock.now
    private let sleeps = Mutex<[Duration]>([])

    var minimumResolution: Duration { ContinuousClock().minimumResolution }
    var completedSleeps: [Duration] { sleeps.withLock { $0 } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await ContinuousClock().sleep(for: (deadline - now) / 100)
        sleeps.withLock { $0.append(deadline - now) }
    }
}
