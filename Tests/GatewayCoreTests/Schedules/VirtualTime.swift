import SeededRandom
import Foundation
@testable import GatewayCore
import HomeModel
import Synchronization

/// Time that stands still until a test advances it. Tasks that sleep wake in the order of their deadlines.
final class VirtualTime: Sendable {
    struct Instant: InstantProtocol {
        let uptime: Duration

        func advanced(by duration: Duration) -> Instant { Instant(uptime: uptime + duration) }
        func duration(to other: Instant) -> Duration { other.uptime - uptime }
        static func < (left: Instant, right: Instant) -> Bool { left.uptime < right.uptime }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var uptime = Duration.hours(1)
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var ids = 0
    }

    private let state = Mutex(State())
    private let start = Timestamp(milliseconds: 1_790_000_000_000)
    private let boot = UUID()

    var uptime: Duration { state.withLock(\.uptime) }

    var clock: HomeClock {
        HomeClock(
            now: { self.start + self.uptime }, uptime: { self.uptime }, boot: boot, waiting: VirtualClock(time: self),
            isSynchronised: { true })
    }

    /// The earliest deadline of a sleeper; nil if there is no sleeper.
    var nextWaking: Duration? { state.withLock { $0.sleepers.map(\.deadline).min() } }

    /// Advances the time and wakes all sleepers whose deadline is reached.
    func advance(to uptime: Duration) {
        let due = state.withLock { state in
            state.uptime = max(state.uptime, uptime)
            let due = state.sleepers.filter { $0.deadline <= state.uptime }
            state.sleepers.removeAll { $0.deadline <= state.uptime }
            return due
        }
        for sleeper in due.sorted(by: { ($0.deadline, $0.id) < ($1.deadline, $1.id) }) { sleeper.continuation.resume() }
    }

    /// Removes all sleepers and returns them, when their process is killed. They are never resumed. Callers must keep them,
    /// because the runtime reports a continuation that is released without a resumption.
    func removeSleepers() -> [any Sendable] {
        state.withLock { state in
            defer { state.sleepers = [] }
            return state.sleepers.map(\.continuation)
        }
    }

    fileprivate func sleep(until deadline: Duration) async throws {
        let id = state.withLock { state in
            state.ids += 1
            return state.ids
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state -> Result<Void, any Error>? in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if deadline <= state.uptime { return .success(()) }
                    state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return nil
                }
                if let isOver { continuation.resume(with: isOver) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let index = state.sleepers.firstIndex { $0.id == id }
                if index == nil { state.cancelled.insert(id) }
                return index.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}

private struct VirtualClock: Clock {
    let time: VirtualTime

    var now: VirtualTime.Instant { VirtualTime.Instant(uptime: time.uptime) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: VirtualTime.Instant, tolerance: Duration?) async throws {
        try await time.sleep(until: deadline.uptime)
    }
}

/// Runs the jobs of one process on the thread of the test. With a seed the order is random and repeatable; without a seed
/// the jobs run in the order in which they were added.
final class SeededExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var generator: SeededGenerator?
    }

    private let state: Mutex<State>

    init(seed: UInt64? = nil) { state = Mutex(State(generator: seed.map { SeededGenerator(seed: $0) })) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// Runs at most `limit` jobs and returns how many it ran. If these are fewer than `limit`, all tasks wait.
    func run(atMost limit: Int = .max) -> Int {
        var count = 0
        while count < limit, let job = next() {
            job.runSynchronously(on: asUnownedTaskExecutor())
            count += 1
        }
        return count
    }

    private func next() -> UnownedJob? {
        state.withLock { state in
            guard !state.jobs.isEmpty else { return nil }
            guard var generator = state.generator else { return state.jobs.removeFirst() }
            defer { state.generator = generator }
            return state.jobs.remove(at: Int.random(in: state.jobs.indices, using: &generator))
        }
    }
}
