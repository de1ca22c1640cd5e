import Glibc
import SwiftASN1
import X509

/// The validated name and addresses under which this home is found.
struct HomeNames: Equatable {
    let name: String
    let addresses: [IPAddressBytes]

    /// Adds the loopback addresses. Throws `.badHomeName` unless `name` has the form `label.local`, and `.badAddress`
    /// for text that is not an IP address.
    init(name: String, addresses: [String]) throws(CertificateError) {
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isLabel = { (label: Substring.UTF8View.SubSequence) in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        }
        guard labels.count == 2, name.hasSuffix(".local"), labels.allSatisfy(isLabel) else {
            throw .badHomeName(String(name.prefix(80)))
        }
        self.name = name
        var checked = [IPAddressBytes.loopback4, .loopback6]
        for text in addresses {
            guard let address = IPAddressBytes(text) else { throw .badAddress(String(text.prefix(80))) }
            if !checked.contains(address) { checked.append(address) }
        }
        self.addresses = checked
    }

    /// A copy that has only the addresses for which `isKept` returns true.
    func filtered(_ isKept: (IPAddressBytes) -> Bool) -> HomeNames {
        HomeNames(name: name, checked: addresses.filter(isKept))
    }

    private init(name: String, checked: [IPAddressBytes]) {
        self.name = name
        addresses = checked
    }

    /// The subject alternative names of a server of this home.
    var alternativeNames: SubjectAlternativeNames {
        SubjectAlternativeNames([.dnsName("localhost"), .dnsName(name)] + addresses.map { .ipAddress($0.octets) })
    }

    /// Name constraints that limit a root to this home. The addresses include the loopback of IPv4 and of IPv6, so that
    /// both families are constrained.
    var constraints: NameConstraints {
        NameConstraints(
            permittedDNSDomains: ["localhost", name],
            permittedIPRanges: NameConstraints.IPRanges(addresses.map(Self.range)))
    }

    /// The address range that contains only `address`.
    static func range(of address: IPAddressBytes) -> ASN1OctetString {
        ASN1OctetString(contentBytes: (address.bytes + address.bytes.map { _ in 0xFF })[...])
    }
}

/// An IPv4 or IPv6 address in network order.
struct IPAddressBytes: Equatable, CustomStringConvertible {
    static let loopback4 = IPAddressBytes(bytes: [127, 0, 0, 1])
    static let loopback6 = IPAddressBytes(bytes: [UInt8](repeating: 0, count: 15) + [1])

    let bytes: [UInt8]

    init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: &six) { Array($0) }
        } else {
            return nil
        }
    }

    /// Nil unless there are 4 or 16 bytes.
    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = Array(bytes)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    var octets: ASN1OctetString { ASN1OctetString(contentBytes: bytes[...]) }
}
