package import NIOCore

/// Where a node receives messages.
package struct NodeAddress: Hashable, Sendable, Codable {
    /// A numeric address. A link-local one includes its interface: `fe80::1%eth0`.
    package let host: String
    package let port: UInt16

    /// The versions of the Internet Protocol.
    package enum AddressFamily: Sendable { case ipv4, ipv6 }

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// The address for a socket of this family: one of IPv6 reaches IPv4 addresses in their mapped form. Throws
    /// `.unreachable` for a text that is no address, that names an interface which does not exist, or that the socket
    /// cannot reach.
    package func resolved(for family: AddressFamily) throws(NodeFailure) -> SocketAddress {
        let isIPv6 = host.contains(":")
        guard family == .ipv6 || !isIPv6 else { throw .unreachable }
        do {
            return try SocketAddress.makeAddressResolvingHost(
                isIPv6 || family == .ipv4 ? host : "::ffff:\(host)", port: Int(port))
        } catch {
            throw .unreachable
        }
    }
}
