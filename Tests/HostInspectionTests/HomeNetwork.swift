import Testing

@testable import HostInspection

/// The network 192.168.1.0/24 with this machine at 192.168.1.5, on eth0.
enum HomeNetwork {
    static func packet(
        _ transport: InboundPacket.Transport, port: UInt16, destination: String? = nil
    ) throws -> InboundPacket {
        InboundPacket(transport, port: port, in: try #require(network), destination: destination)
    }

    private static let network = LocalNetwork(
        addresses: Array(
            """
            [{"ifname":"eth0","operstate":"UP","link_type":"ether","address":"02:fc:00:00:00:01","addr_info":[{"family":\
            "inet","local":"192.168.1.5","prefixlen":24,"scope":"global"}]}]
            """.utf8), routes: [])
}
