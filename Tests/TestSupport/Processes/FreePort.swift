import Glibc

/// Reserves a TCP port without a listener until it is released: no other test, in this or another process, uses it.
///
/// The port is below those of outgoing connections. A UDP socket of the same number reserves it: listeners are not
/// affected by it, and the system closes it with its process.
package final class FreePort: Sendable {
    /// No free port was found.
    package struct Unavailable: Error {}

    package let number: UInt16
    private let claim: Int32

    package init() throws {
        for _ in 0..<1000 {
            let number = UInt16.random(in: 10_000..<32_000)
            guard let claim = Self.bind(number, type: SOCK_DGRAM) else { continue }
            if let probe = Self.bind(number, type: SOCK_STREAM) {
                close(probe)
                (self.number, self.claim) = (number, claim)
                return
            }
            close(claim)
        }
        throw Unavailable()
    }

    deinit { close(claim) }

    /// Returns a socket that is bound on all addresses; nil while another program uses the port.
    private static func bind(_ port: UInt16, type: __socket_type) -> Int32? {
        let descriptor = socket(AF_INET, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if isBound { return descriptor }
        close(descriptor)
        return nil
    }
}

/// Listens on a TCP port of all addresses until it is released, so that no other program can.
package final class OccupiedPort: Sendable {
    private let descriptor: Int32

    /// Returns nil while another program uses the port.
    package init?(_ port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        // `deinit` runs after this return too.
        guard isBound, listen(descriptor, 1) == 0 else { return nil }
    }

    deinit { close(descriptor) }
}
