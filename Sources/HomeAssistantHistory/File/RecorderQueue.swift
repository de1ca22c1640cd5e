import Dispatch

/// The thread on which one file is read: it blocks, so it is none of the cooperative pool.
final class RecorderQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "tomte.recorder")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
