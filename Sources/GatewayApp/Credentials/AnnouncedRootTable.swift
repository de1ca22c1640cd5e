import DeviceProtocols
import HomeCertificates
import HomeModel
import Synchronization

/// The root topic for each MAC address of a device whose family announces itself in a discovery tree. It is kept in
/// memory, because every message in such a tree is looked up in it.
final class AnnouncedRootTable: Sendable {
    private let roots: Mutex<[String: String]>

    init(_ records: [CredentialRecord]) { roots = Mutex(Self.roots(of: records)) }

    /// Replaces all roots. Must be called whenever the access rules change.
    func replace(with records: [CredentialRecord]) {
        let fresh = Self.roots(of: records)
        roots.withLock { $0 = fresh }
    }

    /// The root topic of the device with this MAC address; nil if there is none.
    func root(ofMAC text: String) -> String? {
        MACAddress(text).flatMap { mac in roots.withLock { $0[mac.digits] } }
    }

    /// Includes exactly the clients that may write in a discovery tree.
    private static func roots(of records: [CredentialRecord]) -> [String: String] {
        let owners = records.sorted { $0.id < $1.id }.compactMap { record in
            record.endedAt == nil && !record.announcementTopics.isEmpty
                ? record.mac.map { ($0, record.id.rawValue) } : nil
        }
        return Dictionary(owners, uniquingKeysWith: { first, _ in first })
    }
}

extension CredentialRecord {
    /// The topics outside its root below which the device may announce itself, by the rules of its family.
    var announcementTopics: [String] {
        let family = DeviceFamilies.definition(of: DeviceFamily(rawValue: family))
        guard let tree = family?.discoveryTree, let mac = mac.flatMap(MACAddress.init) else { return [] }
        return [tree.branch(of: mac)]
    }
}
