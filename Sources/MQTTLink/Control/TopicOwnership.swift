import HomeDialects
import HomeModel

/// Who may announce what. Below a root speaks who has that root; Tasmota's devices have one tree in common besides, and
/// in it the piece of their own MAC address each.
package struct TopicOwnership: Sendable {
    private let isOwner: @Sendable (_ root: String, _ mac: String) -> Bool

    /// `root` gives the credential that was provisioned for a MAC address (12 hex digits); nil when none was.
    package init(rootOfMAC root: @escaping @Sendable (_ mac: String) -> String?) { isOwner = { root($1) == $0 } }

    private init(isOwner: @escaping @Sendable (_ root: String, _ mac: String) -> Bool) { self.isOwner = isOwner }

    /// Of somebody else's broker nobody knows who may write where: who announces itself is heard, and shown as unconfined.
    package static let unconfined = TopicOwnership(isOwner: { _, _ in true })

    /// Whether who wrote on `topic` may speak of `address`; right for every topic, also where families share a tree.
    func mayAnnounce(_ address: LinkAddress, _ topic: String) -> Bool {
        let levels = TopicText.levels(topic)
        guard levels.starts(with: ["tasmota", "discovery"]) else { return TopicText.isBelow(address.root, topic) }
        // The broker lets a device write below its own address there, whatever root it names in what it writes.
        return levels.count == 4 && address.kind == .tasmota && levels[2].lowercased() == address.foreignID
            && !RootTopic.isReserved(address.root) && isOwner(address.root, address.foreignID)
    }
}
