import Glibc

/// Addresses of IPv4 that follow each other.
package struct IPv4Range: Hashable, Sendable {
    let first: UInt32
    let last: UInt32

    /// Nil if the addresses are in the wrong order.
    init?(first: UInt32, last: UInt32) {
        guard first <= last else { return nil }
        (self.first, self.last) = (first, last)
    }

    /// Reads `192.168.1.7` and `192.168.1.0/24`.
    package init?(_ text: some StringProtocol) {
        let parts = String(text.prefix(32)).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let bits = parts.count == 2 ? Int(parts[1]) : 32
        guard let address = Self.address(parts[0]), let bits, let mask = Self.mask(bits) else { return nil }
        (first, last) = (address & mask, address | ~mask)
    }

    /// Whether all of `others`, none of them, or only some are in this range.
    func covers(_ others: IPv4Range) -> ConditionAnswer {
        if first <= others.first, others.last <= last { return .yes }
        return last < others.first || others.last < first ? .no : .unknown
    }

    /// The range without the addresses of the network itself and of all its hosts, which no host has.
    var hosts: IPv4Range {
        last - first > 2 ? IPv4Range(first: first + 1, last: last - 1) ?? self : self
    }

    static func address(_ text: some StringProtocol) -> UInt32? {
        var address = in_addr()
        guard text.utf8.count <= 15, inet_pton(AF_INET, String(text), &address) == 1 else { return nil }
        return UInt32(bigEndian: address.s_addr)
    }

    static func mask(_ bits: Int) -> UInt32? {
        guard (0...32).contains(bits) else { return nil }
        return bits == 0 ? 0 : UInt32.max << (32 - UInt32(bits))
    }
}
