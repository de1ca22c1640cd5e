import Glibc

/// The result of a TCP connection to an address of this machine.
package enum ConnectionAttempt: Hashable, Sendable {
    case connected
    /// No program listens there.
    case refused
    /// No answer came in time: a firewall may discard the packets.
    case timedOut
    case failed(code: Int32)

    /// Connects to a numeric IPv4 address and closes the connection. Blocks the calling thread at most for `timeout`.
    package static func to(_ address: String, port: UInt16, timeout: Duration = .seconds(3)) -> ConnectionAttempt {
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = port.bigEndian
        guard inet_pton(AF_INET, address, &target.sin_addr) == 1 else { return .failed(code: EINVAL) }
        let descriptor = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return .failed(code: errno) }
        defer { close(descriptor) }
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &target) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        if result == 0 { return .connected }
        guard errno == EINPROGRESS else { return ConnectionAttempt(code: errno) }
        return outcome(of: descriptor, timeout: timeout)
    }

    private static func outcome(of descriptor: Int32, timeout: Duration) -> ConnectionAttempt {
        let end = ContinuousClock.now + timeout
        while true {
            let left = (end - .now) / .milliseconds(1)
            guard left > 0 else { return .timedOut }
            var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&watched, 1, Int32(left.rounded(.up))) > 0 else { continue }
            var code: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
            return ConnectionAttempt(code: code)
        }
    }

    private init(code: Int32) {
        switch code {
        case 0: self = .connected
        case ECONNREFUSED: self = .refused
        case ETIMEDOUT: self = .timedOut
        default: self = .failed(code: code)
        }
    }
}
