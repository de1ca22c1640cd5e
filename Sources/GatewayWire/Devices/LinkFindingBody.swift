package import HomeModel

/// `GET /findings`: a problem that was found on the devices' network. Its texts are escaped.
package struct LinkFindingBody: Codable, Sendable {
    package let id: FindingID
    package let topic: String
    package let code: String
    package let detail: String
    /// Whether the network retains it, so that clearing the finding removes it there.
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
