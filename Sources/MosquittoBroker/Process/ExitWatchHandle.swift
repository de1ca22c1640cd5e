import CProcess
import Dispatch
import Glibc

/// Waits for the end of a process, a child or not, without a thread: the pidfd of a process becomes readable at its
/// end.
// Sendable: all properties are set once; the source closes the descriptor when it is cancelled.
final class ExitWatchHandle: @unchecked Sendable {
    private let source: any DispatchSourceRead
    private let ended: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    /// Returns nil when the process has already ended.
    init?(pid: pid_t) {
        let descriptor = pidfd_open(pid, 0)
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        let (ended, continuation) = AsyncStream.makeStream(of: Never.self)
        source.setEventHandler { continuation.finish() }
        source.setCancelHandler { close(descriptor) }
        source.resume()
        (self.source, self.ended, self.continuation) = (source, ended, continuation)
    }

    deinit { source.cancel() }

    /// Ends `wait()`, although the process runs.
    func endWait() { continuation.finish() }

    /// Returns when the process has ended, after `endWait()`, or when the task is cancelled.
    func wait() async {
        for await _ in ended {}
    }

    /// Whether the process runs. One that has ended and is not reaped yet does not. Needs no rights over the process.
    static func isRunning(_ pid: pid_t) -> Bool {
        var watched = pollfd(fd: pidfd_open(pid, 0), events: Int16(POLLIN), revents: 0)
        guard watched.fd >= 0 else { return false }
        defer { close(watched.fd) }
        return poll(&watched, 1, 0) == 0
    }

    /// Returns when the process has ended, or after `limit` milliseconds. Cancellation does not end the wait.
    static func waitForEnd(of pid: pid_t, atMostMilliseconds limit: Int32) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var watched = pollfd(fd: pidfd_open(pid, 0), events: Int16(POLLIN), revents: 0)
                if watched.fd >= 0 {
                    poll(&watched, 1, limit)
                    close(watched.fd)
                }
                continuation.resume()
            }
        }
    }
}
