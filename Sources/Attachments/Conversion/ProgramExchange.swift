import Glibc

/// Sends bytes to a program through a socket and receives its output from the same socket, until the program closes it.
struct ProgramExchange {
    enum Failure: Error {
        case timedOut
        case cancelled
        case tooMuchOutput
        case socket(code: Int32)
    }

    private static let pieceBytes = 64 << 10
    /// How long a program that computes can keep a cancelled caller waiting.
    private static let longestWaitMilliseconds: Int32 = 500

    let socket: Int32
    let end: ContinuousClock.Instant
    let maximumOutputBytes: Int

    /// Passes what `next` returns to the program, until it returns nil, and the output to `receive`. Blocks the calling
    /// thread. A program that reads no further is no error: its output says whether it has succeeded.
    func run(
        isCancelled: () -> Bool, next: () throws -> [UInt8]?, receive: ([UInt8]) throws -> Void
    ) throws {
        let flags = fcntl(socket, F_GETFL)
        guard flags >= 0, fcntl(socket, F_SETFL, flags | O_NONBLOCK) == 0 else { throw Failure.socket(code: errno) }
        var waiting: ArraySlice<UInt8> = []
        var isSending = true
        var received = 0
        while true {
            while isSending, waiting.isEmpty {
                guard let bytes = try next() else {
                    isSending = false
                    shutdown(socket, Int32(SHUT_WR))
                    break
                }
                waiting = bytes[...]
            }
            let events = try ready(isSending: isSending, isCancelled: isCancelled)
            if events & Int16(POLLIN | POLLHUP | POLLERR) != 0, let bytes = try output() {
                guard !bytes.isEmpty else { return }
                received += bytes.count
                guard received <= maximumOutputBytes else { throw Failure.tooMuchOutput }
                try receive(bytes)
            }
            if isSending, events & Int16(POLLOUT) != 0, !send(&waiting) {
                (isSending, waiting) = (false, [])
            }
        }
    }

    /// Waits until the socket can be used, and returns how.
    private func ready(isSending: Bool, isCancelled: () -> Bool) throws -> Int16 {
        while true {
            guard end > .now else { throw Failure.timedOut }
            guard !isCancelled() else { throw Failure.cancelled }
            var watched = pollfd(fd: socket, events: Int16(isSending ? POLLIN | POLLOUT : POLLIN), revents: 0)
            if poll(&watched, 1, Self.longestWaitMilliseconds) > 0 { return watched.revents }
        }
    }

    /// Returns the next bytes of the output: nil when there are none now, and none at all at the end.
    private func output() throws -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: Self.pieceBytes)
        let count = recv(socket, &bytes, bytes.count, 0)
        if count >= 0 { return Array(bytes.prefix(count)) }
        switch errno {
        case EAGAIN, EINTR: return nil
        // The program ended before it had read everything.
        case ECONNRESET, EPIPE: return []
        default: throw Failure.socket(code: errno)
        }
    }

    /// Sends what the socket takes. Returns false when the program reads no further.
    private func send(_ waiting: inout ArraySlice<UInt8>) -> Bool {
        let count = waiting.withUnsafeBytes {
            Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0 { return errno == EAGAIN || errno == EINTR }
        waiting = waiting.dropFirst(count)
        return true
    }
}
