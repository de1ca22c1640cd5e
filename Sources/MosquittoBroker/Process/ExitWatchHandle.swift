import CProcess
import Dispatch
import Glibc

/// Waits for the end of a process, a child or not, without a thread: the pidfd of a process becomes readable at its
/// end.
// Sendable: the descriptor and source are set once; the source closes the descriptor when it is cancelled.
final class ExitWatchHandle: @unchecked Sendable {
    private let source: any DispatchSourceRead
    private let ended: AsyncStream<Never>

    /// Returns nil when the process has already ended.
    init?(pid: pid_t) {
        let descriptor = pidfd_open(pid, 0)
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        let (ended, continuation) = AsyncStream.makeStream(of: Never.self)
        source.setEventHandler { continuation.finish() }
        source.setCancelHandler { close(descriptor) }
        source.resume()
        (self.source, self.ended) = (source, ended)
    }

    deinit { source.cancel() }

    /// Returns when the process has ended, or the task is cancelled.
    func wait() async {
        for await _ in ended {}
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
