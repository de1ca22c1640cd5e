import Dispatch

/// The serial executor on which one file is read. Reading blocks, so it must not run on the cooperative thread pool.
final class RecorderExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "tomte.recorder")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
