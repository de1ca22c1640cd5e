package import NIOCore

/// Where a node receives messages.
package struct NodeAddress: Hashable, Sendable, Codable {
    /// A numeric address. A link-local one includes its interface: `fe80::1%eth0`.
    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// The address for a socket of IPv6, which reaches IPv4 addresses in their mapped form. Throws `.unreachable` for a
    /// text that is no address, or that names an interface which does not exist.
    package func resolved() throws(NodeFailure) -> SocketAddress {
        do {
            return try SocketAddress.makeAddressResolvingHost(
                host.contains(":") ? host : "::ffff:\(host)", port: Int(port))
        } catch {
            throw .unreachable
        }
    }
}
