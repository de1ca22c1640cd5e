import HomeModel

/// Who may announce what outside their own root: Tasmota's devices have one topic in common, a piece of it each.
package struct TopicOwnership: Sendable {
    private let root: @Sendable (_ mac: String) async -> String?

    /// `root` gives the credential that was provisioned for a MAC address (12 hex digits); nil when none was.
    package init(rootOfMAC root: @escaping @Sendable (_ mac: String) async -> String?) { self.root = root }

    /// Of somebody else's broker nobody knows who may write there.
    package static let unconfined = TopicOwnership { _ in nil }

    func mayAnnounce(_ address: LinkAddress, _ topic: String) async -> Bool {
        guard topic.hasPrefix("tasmota/discovery/") else { return false }
        return await root(address.foreignID) == address.root
    }
}
