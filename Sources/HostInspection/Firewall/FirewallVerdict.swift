/// What a firewall does with a connection from the network of the home.
package enum FirewallVerdict: Hashable, Sendable {
    case accepted
    case dropped
    /// Rules with conditions that this program does not evaluate decide, such as the number of connections.
    case conditional
}

/// The first packet of a connection to this machine from a host of the network of the home.
package struct InboundPacket: Hashable, Sendable {
    package enum Transport: String, Sendable { case tcp, udp }

    /// The address to which packets of mDNS are sent. Source: RFC 6762 §3.
    package static let multicastDNS = "224.0.0.251"

    package let transport: Transport
    package let port: UInt16
    /// The interface by which it arrives.
    package let interface: String
    /// The addresses that the sender may have.
    let sources: IPv4Range
    let destination: IPv4Range

    /// - Parameter destination: the address to which it is sent; nil for that of this machine.
    package init(_ transport: Transport, port: UInt16, in network: LocalNetwork, destination: String? = nil) {
        (self.transport, self.port, interface) = (transport, port, network.interface)
        sources = network.range.hosts
        self.destination = destination.flatMap { IPv4Range($0) } ?? network.machine
    }
}
