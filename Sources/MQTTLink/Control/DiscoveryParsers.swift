import DeviceProtocols
import HomeModel

/// The state of discovery: one parser for each root topic and dialect.
struct DiscoveryParsers {
    /// The limit of root topics. Each root has a credential on the gateway's own broker, but on an external broker the
    /// gateway does not know who may publish where.
    private static let maximumRoots = 1024
    private static let maximumRootBytes = 128

    private var known: [String: [ObjectIdentifier: any DiscoveryParser]] = [:]

    static let filters = Set(DeviceFamilies.discoveryParsers.flatMap { $0.filters })

    /// Returns the announcements in a message; none when no dialect recognises the topic.
    mutating func receive(_ topic: String, payload: [UInt8], isRetained: Bool) -> [DiscoveryEvent] {
        let levels = TopicName.levels(topic)
        let dialects = DeviceFamilies.discoveryParsers.filter { $0.matches(levels) }
        guard let root = levels.first.map(String.init), !dialects.isEmpty else { return [] }
        guard root.utf8.count <= Self.maximumRootBytes, known[root] != nil || known.count < Self.maximumRoots else {
            return [.finding(DiscoveryFinding(topic: topic, .tooMany("root topics", limit: Self.maximumRoots)))]
        }
        return dialects.flatMap { dialect in
            let key = ObjectIdentifier(dialect)
            // The parser is removed from the dictionary while it changes, so that its state is not copied.
            var parser = known[root]?.removeValue(forKey: key) ?? dialect.init(root: root)
            defer { known[root, default: [:]][key] = parser }
            return parser.receive(levels, payload: payload, isRetained: isRetained)
        }
    }
}

/// Decides which device a client may announce on which topic. A client may announce devices below the root topic that
/// it owns. The devices of a family may have another tree in common, in which each owns the branch of its own MAC
/// address (`DiscoveryTree`).
package struct TopicOwnership: Sendable {
    private let isOwner: @Sendable (_ root: String, _ mac: String) -> Bool

    /// `root` returns the root topic that was provisioned for a MAC address (12 hexadecimal digits); nil when none was.
    package init(rootOfMAC root: @escaping @Sendable (_ mac: String) -> String?) { isOwner = { root($1) == $0 } }

    private init(isOwner: @escaping @Sendable (_ root: String, _ mac: String) -> Bool) { self.isOwner = isOwner }

    /// For an external broker, whose access rules the gateway does not know: every announcement is accepted, and the
    /// devices are shown as unconfined.
    package static let unconfined = TopicOwnership(isOwner: { _, _ in true })

    /// Whether the client that published on `topic` may announce `address`. Handles every topic, also in a tree that
    /// several device families share.
    func mayAnnounce(_ address: LinkAddress, topic: String) -> Bool {
        let levels = TopicName.levels(topic)
        let shared = DeviceFamilies.all.first { $0.discoveryTree?.contains(levels) ?? false }
        guard let shared else { return TopicName.isBelow(address.root, topic: topic) }
        // Here the broker lets a device publish below its own MAC address, whatever root its payload names.
        let mac = shared.discoveryTree?.branch(containing: levels)?.lowercased()
        return shared.linkKinds.contains(address.kind) && mac == address.foreignID
            && !DeviceFamilies.isReserved(address.root) && isOwner(address.root, address.foreignID)
    }
}
