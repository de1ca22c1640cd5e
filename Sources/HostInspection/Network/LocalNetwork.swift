import DeviceProtocols

/// The interface by which this machine is in the network of the home, and its IPv4 address there.
package struct LocalNetwork: Hashable, Sendable {
    package let interface: String
    /// The hardware address, with which a router reserves an address.
    package let hardwareAddress: String
    package let address: String
    package let prefixBits: Int
    /// The address as a range of one.
    let machine: IPv4Range
    /// Whether the address was assigned for a limited time, by DHCP, so that another one may follow.
    package let isDynamic: Bool

    private static let limits = JSONLimits(bytes: 1 << 20, depth: 16, values: 50_000)
    private static let forever = 4_294_967_295

    /// Reads the outputs of `ip -j addr` and `ip -j -4 route show default`. The interface of the default route counts;
    /// without one, the first wired or wireless interface that is up. Nil if there is none, or the output cannot be used.
    package init?(addresses: [UInt8], routes: [UInt8]) {
        guard let list = try? JSONValue(parsing: addresses, limits: Self.limits).list else { return nil }
        let defaults = (try? JSONValue(parsing: routes, limits: Self.limits).list) ?? []
        let best = defaults.min { ($0["metric"]?.integer ?? 0) < ($1["metric"]?.integer ?? 0) }
        let interfaces = list.prefix(256).filter(Self.isUsable)
        let named = interfaces.first { $0["ifname"]?.text == best?["dev"]?.text }
        guard let chosen = named ?? interfaces.first, let name = chosen["ifname"]?.text,
            let entry = Self.address(of: chosen, preferred: named == nil ? nil : best?["prefsrc"]?.text),
            let address = entry["local"]?.text, let machine = IPv4Range(address)
        else { return nil }
        (interface, self.address, self.machine) = (name, address, machine)
        hardwareAddress = chosen["address"]?.text.flatMap(Self.checkedHardwareAddress) ?? ""
        prefixBits = min(32, max(0, entry["prefixlen"]?.integer ?? 24))
        let lifetime = entry["valid_life_time"]?.integer ?? Self.forever
        isDynamic = entry["dynamic"]?.boolean == true || lifetime != Self.forever
    }

    /// The network in CIDR notation, as in `192.168.1.0/24`.
    package var network: String {
        let parts = stride(from: 24, through: 0, by: -8).map { String(range.first >> UInt32($0) & 0xFF) }
        return "\(parts.joined(separator: "."))/\(prefixBits)"
    }

    /// All addresses of the network.
    var range: IPv4Range { IPv4Range("\(address)/\(prefixBits)") ?? machine }

    /// Interfaces of containers, bridges and tunnels do not lead to the home.
    private static func isUsable(_ interface: JSONValue) -> Bool {
        guard let name = interface["ifname"]?.text, isName(name), interface["link_type"]?.text == "ether",
            interface["operstate"]?.text != "DOWN", address(of: interface, preferred: nil) != nil
        else { return false }
        return !["docker", "br-", "veth", "virbr", "lxc", "lxd", "cni", "podman"].contains { name.hasPrefix($0) }
    }

    private static func address(of interface: JSONValue, preferred: String?) -> JSONValue? {
        let entries = interface["addr_info"]?.list?.prefix(256).filter { entry in
            entry["family"]?.text == "inet" && entry["scope"]?.text == "global"
                && entry["local"]?.text.map(isAddress) ?? false
        }
        return entries?.first { $0["local"]?.text == preferred } ?? entries?.first
    }

    private static func isAddress(_ text: String) -> Bool { IPv4Range.address(text) != nil }

    /// Names of interfaces have at most 15 bytes. The name becomes a part of commands that a person copies.
    private static func isName(_ text: String) -> Bool {
        (1...15).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                        || "-_.".unicodeScalars.contains(scalar))
            }
    }

    private static func checkedHardwareAddress(_ text: String) -> String? {
        text.utf8.count == 17 && text.utf8.allSatisfy { $0.isHexadecimalDigit || $0 == UInt8(ascii: ":") } ? text : nil
    }
}

extension UInt8 {
    fileprivate var isHexadecimalDigit: Bool {
        (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
    }
}
