import Synchronization

/// A clock that stands still, but whose sleeps take a hundredth of their time. It knows those that were slept to the end.
final class HurriedClock: Clock {
    typealias Instant = ContinuousClock.Instant

    let now = ContinuousClock.now
    private let sleeps = Mutex<[Duration]>([])

    var minimumResolution: Duration { ContinuousClock().minimumResolution }
    var slept: [Duration] { sleeps.withLock { $0 } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await ContinuousClock().sleep(for: (deadline - now) / 100)
        sleeps.withLock { $0.append(deadline - now) }
    }
}
