import Foundation

/// Tells local IP addresses from those of the internet.
enum LocalAddress {
    /// Whether the address is private, link-local, shared or loopback; false for text that is no IP address.
    /// Source: RFC 1918, RFC 3927, RFC 4193, RFC 4291, RFC 6598.
    static func isLocal(_ text: String) -> Bool {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return isLocal(UInt32(bigEndian: four.s_addr)) }
        var six = in6_addr()
        guard inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &six) == 1 else { return false }
        let bytes = withUnsafeBytes(of: &six) { Array($0) }
        if bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
            return isLocal(bytes.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
        }
        let isLoopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
        return isLoopback || bytes[0] & 0xFE == 0xFC || (bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80)
    }

    private static func isLocal(_ address: UInt32) -> Bool {
        let networks: [(network: UInt32, bits: UInt32)] = [
            (0x0A00_0000, 8), (0xAC10_0000, 12), (0xC0A8_0000, 16), (0xA9FE_0000, 16), (0x7F00_0000, 8),
            (0x6440_0000, 10),
        ]
        return networks.contains { address >> (32 - $0.bits) == $0.network >> (32 - $0.bits) }
    }
}
