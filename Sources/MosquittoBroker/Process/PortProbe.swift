import Glibc

/// Checks a TCP port of this machine.
struct PortProbe {
    let port: UInt16
    /// Nil means all addresses.
    let address: String?

    /// Throws when the broker cannot listen on this port: `.portInUse`, `.portForbidden`, `.addressNotHere` or
    /// `.notStarted`.
    func checkFree() throws(BrokerError) {
        let failure = withSocket { socket, address, length in
            var yes: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
            return bind(socket, address, length) == 0 && listen(socket, 1) == 0 ? 0 : errno
        }
        switch failure {
        case 0: return
        case EADDRINUSE: throw .portInUse(port: port, by: ProcessTable.listener(on: port))
        case EACCES: throw .portForbidden(port: port)
        case EADDRNOTAVAIL: throw .addressNotHere(address ?? "")
        default: throw .notStarted(reason: String(cString: strerror(failure)))
        }
    }

    /// Whether a program accepts connections on this port. The connection is local, so the answer comes at once.
    var isServed: Bool {
        withSocket { connect($0, $1, $2) == 0 ? 0 : errno } == 0
    }

    /// Whether the program on this port handles a connection within `milliseconds`. The system accepts connections for a
    /// program that hangs; so this ends its side of the connection, and waits until the program ends the other one.
    /// Blocks.
    func isHandled(withinMilliseconds milliseconds: Int32) -> Bool {
        let failure = withSocket { socket, address, length in
            _ = fcntl(socket, F_SETFL, O_NONBLOCK)
            var status = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
            guard connect(socket, address, length) == 0 || errno == EINPROGRESS else { return errno }
            guard poll(&status, 1, milliseconds) == 1 else { return ETIMEDOUT }
            shutdown(socket, Int32(SHUT_WR))
            status.events = Int16(POLLIN)
            return poll(&status, 1, milliseconds) == 1 ? 0 : ETIMEDOUT
        }
        return failure != ETIMEDOUT
    }

    private func withSocket(_ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var six = in6_addr()
        if let address, inet_pton(AF_INET6, address, &six) == 1 {
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = port.bigEndian
            name.sin6_addr = six
            return open(AF_INET6, name: &name, body: body)
        }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        if let address { inet_pton(AF_INET, address, &name.sin_addr) }
        return open(AF_INET, name: &name, body: body)
    }

    private func open<Name>(
        _ family: Int32, name: inout Name, body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        return withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body(descriptor, $0, socklen_t(MemoryLayout<Name>.size))
            }
        }
    }
}
