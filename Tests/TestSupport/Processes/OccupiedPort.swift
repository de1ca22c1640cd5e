import Glibc

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
