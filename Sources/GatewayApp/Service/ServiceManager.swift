import Glibc

/// The service manager that started this process, such as systemd. It learns the state of the process from datagrams to
/// a socket. Source: `sd_notify(3)`, `sd_watchdog_enabled(3)`.
package struct ServiceManager: Sendable, Equatable {
    /// A state of the process: a line of a datagram.
    package enum State: Sendable, Equatable {
        case ready
        case stopping
        /// The parts of the process still answer.
        case alive
        /// One sentence for people.
        case status(String)
        /// A start or a stop goes on, and may take this time from now on.
        case extendingTimeout(Duration)

        var line: String {
            switch self {
            case .ready: "READY=1"
            case .stopping: "STOPPING=1"
            case .alive: "WATCHDOG=1"
            // A line break would begin another state.
            case .status(let text): "STATUS=" + String(text.filter { !$0.isNewline }.prefix(300))
            case .extendingTimeout(let time): "EXTEND_TIMEOUT_USEC=\(time.wholeMicroseconds)"
            }
        }
    }

    /// How long the service manager waits for the next `.alive` before it ends the process; nil when it does not watch
    /// it.
    package let watchdogTimeout: Duration?
    private let address: String

    /// Returns nil when no service manager waits for the state of this process.
    package init?(environment: [String: String]) { self.init(environment: environment, processID: getpid()) }

    init?(environment: [String: String], processID: Int32) {
        guard let address = environment["NOTIFY_SOCKET"], address.utf8.count > 1,
            address.utf8.count < Self.addressBytes, address.first == "/" || address.first == "@"
        else { return nil }
        self.address = address
        watchdogTimeout = Self.watchdogTimeout(environment, processID: processID)
    }

    /// Sends the states as one datagram, which is dropped if the service manager is away. The caller does not wait for
    /// a full queue with `.alive`, because the next one follows soon; with other states it does.
    package func send(_ states: State...) {
        let text = states.map { $0.line + "\n" }.joined()
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let path = Array(address.utf8)
        withUnsafeMutableBytes(of: &name.sun_path) { bytes in
            bytes.copyBytes(from: path)
            // The name of an abstract socket begins with a zero byte, and has no zero byte at its end.
            if path.first == UInt8(ascii: "@") { bytes[0] = 0 }
        }
        let length = MemoryLayout<sockaddr_un>.size - Self.addressBytes + path.count + (path.first == 0x2F ? 1 : 0)
        let flags = Int32(MSG_NOSIGNAL) | (states == [.alive] ? Int32(MSG_DONTWAIT) : 0)
        withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(descriptor, text, text.utf8.count, flags, $0, socklen_t(length))
            }
        }
    }

    private static let addressBytes = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    /// A process that was started by another one may inherit the variables of that one.
    private static func watchdogTimeout(_ environment: [String: String], processID: Int32) -> Duration? {
        guard let microseconds = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }), microseconds > 0 else {
            return nil
        }
        if let watched = environment["WATCHDOG_PID"], Int32(watched) != processID { return nil }
        return .microseconds(microseconds)
    }
}

extension Duration {
    fileprivate var wholeMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.multipliedReportingOverflow(by: 1_000_000).partialValue + attoseconds / 1_000_000_000_000
    }
}
