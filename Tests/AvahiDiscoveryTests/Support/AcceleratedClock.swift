import Synchronization

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
