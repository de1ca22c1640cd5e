package import HomeModel

/// `GET /findings`: what was found on the devices' network and cannot be used. Texts are escaped.
package struct LinkFindingBody: Codable, Sendable {
    package let id: FindingID
    package let topic: String
    package let code: String
    package let detail: String
    /// Whether the network keeps it, so that clearing removes something there.
    package let isKept: Bool
    package let count: Int
    package let lastSeen: Timestamp

    package init(
        id: FindingID, topic: String, code: String, detail: String, isKept: Bool, count: Int, lastSeen: Timestamp
    ) {
        self.id = id
        self.topic = topic
        self.code = code
        self.detail = detail
        self.isKept = isKept
        self.count = count
        self.lastSeen = lastSeen
    }
}
