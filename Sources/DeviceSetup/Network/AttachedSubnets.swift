import Foundation
package import HomeModel

/// The networks to which the gateway's own interfaces are attached.
package struct AttachedSubnets: Sendable {
    private let read: @Sendable () -> [IPv4Subnet]

    package init(_ read: @escaping @Sendable () -> [IPv4Subnet]) { self.read = read }

    /// The networks of this machine, read again at each use, because they change with each Wi-Fi. The loopback
    /// interface, point-to-point connections and link-local networks are left out.
    package static let ofThisMachine = AttachedSubnets {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [IPv4Subnet] = []
        var next = list
        while let entry = next?.pointee {
            if let subnet = IPv4Subnet(entry) { found.append(subnet) }
            next = entry.ifa_next
        }
        return found
    }

    package var all: [IPv4Subnet] { read() }

    /// The network in which the address is. Throws `.notAttached` when it is in none.
    func subnet(of address: IPv4Address) throws(SetupFailure) -> IPv4Subnet {
        guard let subnet = read().first(where: { $0.contains(address) }) else { throw .notAttached(address) }
        return subnet
    }
}

extension IPv4Subnet {
    /// Nil for an interface that is down, or has no IPv4 network with other hosts.
    fileprivate init?(_ entry: ifaddrs) {
        let flags = Int32(bitPattern: entry.ifa_flags)
        guard flags & Int32(IFF_UP) != 0,
            flags & Int32(IFF_LOOPBACK) == 0, flags & Int32(IFF_POINTOPOINT) == 0,
            let own = Self.address(entry.ifa_addr), let mask = Self.address(entry.ifa_netmask),
            own.rawValue >> 16 != Self.linkLocal
        else { return nil }
        self.init(own: own, mask: mask)
    }

    /// 169.254
    private static let linkLocal: UInt32 = 0xA9FE

    private static func address(_ pointer: UnsafeMutablePointer<sockaddr>?) -> IPv4Address? {
        guard let pointer, Int32(pointer.pointee.sa_family) == AF_INET else { return nil }
        let address = UnsafeRawPointer(pointer).loadUnaligned(as: sockaddr_in.self)
        return IPv4Address(rawValue: UInt32(bigEndian: address.sin_addr.s_addr))
    }
}
