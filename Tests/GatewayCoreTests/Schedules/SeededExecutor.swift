import Synchronization

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
