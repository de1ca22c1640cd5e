import Foundation
import Synchronization

/// The IP addresses of this machine.
enum InterfaceAddresses {
    /// An address of an interface that is up, in numeric form.
    struct Entry: Hashable {
        let text: String
        /// The index of the interface.
        let interface: UInt32

        /// Link-local addresses mean nothing without the interface of the one who uses them.
        var isLinkLocal: Bool { text.hasPrefix("fe80:") || text.hasPrefix("169.254.") }
    }

    /// All addresses, without link-local ones, which mean nothing in a certificate.
    static var current: [String] { Set(entries.filter { !$0.isLinkLocal }.map(\.text)).sorted() }

    static var entries: [Entry] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [Entry] = []
        var next = list
        while let entry = next?.pointee {
            if let text = numeric(entry.ifa_addr) {
                found.append(Entry(text: text, interface: if_nametoindex(entry.ifa_name)))
            }
            next = entry.ifa_next
        }
        return found
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

/// The machine's own addresses, read again every 10 s, because a router can assign new ones.
final class CachedInterfaceAddresses: Sendable {
    private static let life = Duration.seconds(10)

    private let known = Mutex<(addresses: Set<String>, until: ContinuousClock.Instant)?>(nil)

    func now() -> Set<String> {
        let now = ContinuousClock.now
        return known.withLock { known in
            if let known, now < known.until { return known.addresses }
            let addresses = Set(InterfaceAddresses.current)
            known = (addresses, now + Self.life)
            return addresses
        }
    }
}
