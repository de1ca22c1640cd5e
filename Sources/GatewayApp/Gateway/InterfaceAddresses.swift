import Glibc

/// The IP addresses of this machine.
enum InterfaceAddresses {
    /// The addresses in numeric form, without link-local ones, which mean nothing in a certificate.
    static var current: [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: Set<String> = []
        var next = list
        while let entry = next?.pointee {
            if let text = numeric(entry.ifa_addr), !isLinkLocal(text) { found.insert(text) }
            next = entry.ifa_next
        }
        return found.sorted()
    }

    private static func isLinkLocal(_ text: String) -> Bool {
        text.hasPrefix("fe80:") || text.hasPrefix("169.254.")
    }

    private static func numeric(_ address: UnsafeMutablePointer<sockaddr>?) -> String? {
        guard let address else { return nil }
        let length: Int
        switch Int32(address.pointee.sa_family) {
        case AF_INET: length = MemoryLayout<sockaddr_in>.size
        case AF_INET6: length = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let failed = getnameinfo(
            address, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        guard failed == 0 else { return nil }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "%").first.map(String.init)
    }
}
