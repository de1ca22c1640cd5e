import Glibc

/// What the kernel knows of IPv6: its interfaces and routes, and which routes it learns from routers.
package struct IPv6Network: Hashable, Sendable {
    /// How an interface learns from the advertisements of routers.
    package struct Learning: Hashable, Sendable {
        /// The kernel processes advertisements. Some network services switch that off and process them themselves.
        package let acceptsAdvertisements: Bool
        /// The longest prefix of a network behind a router to which the kernel learns a route; 0 for none.
        package let longestPrefix: Int
    }

    private struct Route: Hashable, Sendable {
        let address: [UInt8]
        let bits: Int
    }

    private static let maximumBytes = 1 << 20
    private static let loopback = "lo"
    /// A route that refuses (`RTF_REJECT`).
    private static let rejects: UInt32 = 0x0200

    /// The interfaces that have an address, besides loopback.
    package let interfaces: Set<String>
    private let routes: Set<Route>
    private let learning: [String: Learning]

    /// Reads the tables of the kernel. Source: proc_pid_net(5), and ip-sysctl of the kernel's documentation.
    package init(proc: String = "/proc") {
        let addresses = BoundedFile.text("\(proc)/net/if_inet6", limitBytes: Self.maximumBytes) ?? ""
        interfaces = Set(addresses.split(separator: "\n").compactMap(Self.interface)).subtracting([Self.loopback])
        let table = BoundedFile.text("\(proc)/net/ipv6_route", limitBytes: Self.maximumBytes) ?? ""
        routes = Set(table.split(separator: "\n").compactMap(Self.route))
        learning = Dictionary(
            interfaces.map { ($0, Self.learning(of: $0, settings: "\(proc)/sys/net/ipv6/conf/\($0)")) }
        ) { $1 }
    }

    /// Nil for an interface without an address.
    package func learning(on interface: String) -> Learning? { learning[interface] }

    /// Whether the kernel has a route to an address besides the default one. True for a text that is no address.
    package func hasRoute(to address: String) -> Bool {
        guard let bytes = Self.bytes(of: address) else { return true }
        return routes.contains { Self.matches(bytes, route: $0) }
    }

    private static func interface(_ line: Substring) -> String? {
        let columns = line.split(separator: " ", omittingEmptySubsequences: true)
        // The name becomes a part of a path and of a command that a person copies.
        guard columns.count == 6, isName(columns[5]) else { return nil }
        return String(columns[5])
    }

    private static func isName(_ text: Substring) -> Bool {
        (1...15).contains(text.utf8.count) && text != "." && text != ".."
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                        || "-_.".unicodeScalars.contains(scalar))
            }
    }

    /// Nil for a line that is no route, for the default route, and for routes of loopback and those that refuse.
    private static func route(_ line: Substring) -> Route? {
        let columns = line.split(separator: " ", omittingEmptySubsequences: true)
        guard columns.count == 10, columns[9] != loopback, let address = bytes(hexadecimal: columns[0]),
            let bits = Int(columns[1], radix: 16), (1...128).contains(bits),
            let flags = UInt32(columns[8], radix: 16), flags & rejects == 0
        else { return nil }
        return Route(address: address, bits: bits)
    }

    private static func learning(of interface: String, settings: String) -> Learning {
        func setting(_ name: String) -> Int? {
            BoundedFile.text("\(settings)/\(name)", limitBytes: 64).flatMap { text in
                text.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
            }
        }
        let accepts = setting("accept_ra") ?? 0
        // A router itself learns nothing, unless the value is 2.
        let isAccepted = accepts == 2 || accepts == 1 && setting("forwarding") == 0
        return Learning(acceptsAdvertisements: isAccepted, longestPrefix: setting("accept_ra_rt_info_max_plen") ?? 0)
    }

    private static func bytes(hexadecimal text: Substring) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count == 32 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: 32, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }

    private static func bytes(of text: String) -> [UInt8]? {
        var address = in6_addr()
        guard text.utf8.count <= 45, inet_pton(AF_INET6, text, &address) == 1 else { return nil }
        return withUnsafeBytes(of: &address) { Array($0) }
    }

    private static func matches(_ address: [UInt8], route: Route) -> Bool {
        let (whole, rest) = route.bits.quotientAndRemainder(dividingBy: 8)
        guard address.prefix(whole) == route.address.prefix(whole) else { return false }
        guard rest > 0 else { return true }
        let mask = UInt8.max << UInt8(8 - rest)
        return address[whole] & mask == route.address[whole] & mask
    }
}
