import Dispatch
import Synchronization

/// A serial queue for blocking work, outside the cooperative thread pool. It can be the executor of an actor.
package final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    package init(label: String) { queue = DispatchQueue(label: label) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    /// Runs `work` after all work that is already queued.
    package func schedule(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Runs `work` after `delay`; a negative delay counts as none.
    package func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + DispatchTimeInterval(delay), execute: work)
    }

    /// Runs blocking `work` on a separate thread while the caller is suspended.
    package static func offPool<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "tomte.storage.reading").async { continuation.resume(returning: work()) }
        }
    }

    /// As above; `work` can ask whether the task of the caller was cancelled, and should then end early.
    package static func offPool<Value: Sendable>(
        cancellable work: @escaping @Sendable (_ isCancelled: () -> Bool) -> Value
    ) async -> Value {
        let isCancelled = Atomic(false)
        return await withTaskCancellationHandler {
            await offPool { work { isCancelled.load(ordering: .relaxed) } }
        } onCancel: {
            isCancelled.store(true, ordering: .relaxed)
        }
    }
}

extension DispatchTimeInterval {
    /// The duration in nanoseconds, at least zero and at most 100 years.
    init(_ duration: Duration) {
        let limited = min(max(duration, .zero), .seconds(100 * 365 * 86_400)).components
        self = .nanoseconds(Int(limited.seconds) * 1_000_000_000 + Int(limited.attoseconds / 1_000_000_000))
    }
}
