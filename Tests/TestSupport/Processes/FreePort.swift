import Glibc

/// A TCP port that nobody listens on, and that no other test takes, here or in another process, while this lives.
///
/// It lies below those that outgoing connections get. What claims it is a UDP socket of the same number: no listener
/// minds that, and it goes with its process.
package final class FreePort: Sendable {
    package struct Unavailable: Error {}

    package let number: UInt16
    private let claim: Int32

    package init() throws {
        for _ in 0..<1000 {
            let number = UInt16.random(in: 10_000..<32_000)
            guard let claim = Self.bind(number, SOCK_DGRAM) else { continue }
            if let probe = Self.bind(number, SOCK_STREAM) {
                close(probe)
                (self.number, self.claim) = (number, claim)
                return
            }
            close(claim)
        }
        throw Unavailable()
    }

    deinit { close(claim) }

    /// A socket bound on all addresses; nil while somebody else has the port.
    private static func bind(_ port: UInt16, _ type: __socket_type) -> Int32? {
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
