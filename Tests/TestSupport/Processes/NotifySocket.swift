import Glibc

/// The socket at which a service manager receives the states of a process.
package final class NotifySocket: Sendable {
    private let descriptor: Int32
    private let address: String

    /// Binds a path, or an abstract name after `@`. Returns nil when the address is in use.
    package init?(_ address: String) {
        self.address = address
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { bytes in
            bytes.copyBytes(from: Array(address.utf8))
            if address.first == "@" { bytes[0] = 0 }
        }
        let length = address.utf8.count + MemoryLayout<sa_family_t>.size + (address.first == "@" ? 0 : 1)
        let isBound = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(length)) == 0
            }
        }
        guard isBound else { return nil }
    }

    deinit {
        close(descriptor)
        if address.first == "/" { unlink(address) }
    }

    /// The next datagram that was sent already; empty if there is none.
    package func receive() -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    }
}
