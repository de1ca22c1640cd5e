/// An address that a host announced, and the interface on which the announcement was received.
package struct NetworkAddress: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The version of the Internet Protocol.
    package enum Family: String, Hashable, Sendable, Codable {
        case ipv4
        case ipv6
    }

    package let family: Family
    /// Numeric form without scope, such as `192.168.1.20` or `fe80::1`.
    package let text: String
    /// Name of the gateway's interface, such as `eth0`.
    package let interface: String

    package init(family: Family, text: String, interface: String) {
        self.family = family
        self.text = text
        self.interface = interface
    }

    /// The address as text. A link-local IPv6 address is valid only on its own interface, so it includes its scope:
    /// `fe80::1%eth0`.
    package var description: String { family == .ipv6 && isLinkLocal ? "\(text)%\(interface)" : text }

    package var isLinkLocal: Bool {
        switch family {
        case .ipv4: text.hasPrefix("169.254.")
        case .ipv6: ["fe8", "fe9", "fea", "feb"].contains(text.prefix(3).lowercased())
        }
    }
}

extension NetworkAddress: Comparable {
    /// The order in which to try addresses: routable before link-local, IPv4 before IPv6, then by interface and text.
    package static func < (left: NetworkAddress, right: NetworkAddress) -> Bool { left.rank < right.rank }

    private var rank: (Int, Int, String, String) {
        (isLinkLocal ? 1 : 0, family == .ipv4 ? 0 : 1, interface, text)
    }
}
