import HomeModel
import MatterTransport

extension NodeAddress {
    /// The addresses of an announced node, in the order in which to try them: IPv6 before IPv4, because nodes behind
    /// a radio network have nothing else, and addresses of the whole network before those of one link.
    static func all(of service: NetworkService) -> [NodeAddress] {
        service.addresses.sorted { ($0.rank, $0) < ($1.rank, $1) }
            .map { NodeAddress(host: $0.description, port: service.port) }
    }
}

extension NetworkAddress {
    fileprivate var rank: Int {
        switch family {
        case .ipv6: isLinkLocal ? 1 : 0
        case .ipv4: 2
        }
    }
}
