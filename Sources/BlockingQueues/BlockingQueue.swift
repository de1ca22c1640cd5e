import Dispatch

/// A thread's worth of blocking work, kept off the cooperative pool; it can be an actor's executor.
package final class BlockingQueue: SerialExecutor {
    private let queue: DispatchQueue

    package init(label: String) { queue = DispatchQueue(label: label) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    /// Runs `work` behind everything that waits already.
    package func later(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    package func later(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
        let milliseconds = Int(clamping: delay.components.seconds) * 1000
        queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: work)
    }

    /// Runs blocking `work` on a thread of its own while the caller is suspended.
    package static func offPool<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "tomte.storage.reading").async { continuation.resume(returning: work()) }
        }
    }
}
