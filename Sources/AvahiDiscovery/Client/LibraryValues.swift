import CAvahi
import Glibc
import HomeModel

let anyInterface = AvahiIfIndex(AVAHI_IF_UNSPEC)
let anyProtocol = AvahiProtocol(AVAHI_PROTO_UNSPEC)
let noLookupFlags = AvahiLookupFlags(rawValue: 0)

extension NetworkAddress.Family {
    init?(_ value: AvahiProtocol) {
        switch Int(value) {
        case Int(AVAHI_PROTO_INET): self = .ipv4
        case Int(AVAHI_PROTO_INET6): self = .ipv6
        default: return nil
        }
    }

    var avahiProtocol: AvahiProtocol {
        switch self {
        case .ipv4: AvahiProtocol(AVAHI_PROTO_INET)
        case .ipv6: AvahiProtocol(AVAHI_PROTO_INET6)
        }
    }
}

extension NetworkInterface {
    /// Asks the kernel for the name. An interface that does not exist any more gets its number as name.
    init(index: AvahiIfIndex) {
        var buffer = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
        let name = UInt32(exactly: index).flatMap { if_indextoname($0, &buffer) }.map { String(cString: $0) }
        self.init(index: index, name: name ?? "#\(index)")
    }
}

/// Returns the numeric form of the data of an A or AAAA record; nil for data of another length.
func addressText(_ data: UnsafeRawBufferPointer) -> (family: NetworkAddress.Family, text: String)? {
    let family: NetworkAddress.Family
    switch data.count {
    case 4: family = .ipv4
    case 16: family = .ipv6
    default: return nil
    }
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let domain = family == .ipv4 ? AF_INET : AF_INET6
    return inet_ntop(domain, data.baseAddress, &buffer, socklen_t(buffer.count)).map { (family, String(cString: $0)) }
}

/// Copies the entries of a list that is valid only during a callback, up to the limits of a record.
func copyEntries(_ list: UnsafeMutablePointer<AvahiStringList>?) -> [[UInt8]] {
    let nodes = sequence(first: list) { node in node.map { avahi_string_list_get_next($0) } }
    return nodes.prefix(TXTRecord.maximumEntries).compactMap { node in
        guard let node, let text = avahi_string_list_get_text(node) else { return nil }
        return Array(UnsafeBufferPointer(start: text, count: avahi_string_list_get_size(node)))
    }
}

/// Parses a numeric IPv4 or IPv6 address; nil for any other text.
func parsedAddress(_ text: String) -> AvahiAddress? {
    var address = AvahiAddress()
    return avahi_address_parse(text, anyProtocol, &address) == nil ? nil : address
}
