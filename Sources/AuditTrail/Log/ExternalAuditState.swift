package import HomeModel

/// Information from outside the log's own files about the log that is being opened.
package struct ExternalAuditState: Sendable {
    /// There is no information, and the log may be the first one.
    package static let none = ExternalAuditState(anchor: nil, hasSealedAnchor: false, isLogExpected: false)

    /// The last known heads of the chains, merged from the database and from the secret store beside the keys; nil when
    /// neither has them.
    let anchor: AuditAnchor?
    /// Whether the copy in the secret store beside the keys exists. The copy in the database can be lost for good
    /// reasons, such as a damaged database, and people who lack the keys can write it.
    let hasSealedAnchor: Bool
    /// Whether a log without entries cannot be the first one.
    let isLogExpected: Bool

    package init(anchor: AuditAnchor?, hasSealedAnchor: Bool, isLogExpected: Bool) {
        self.anchor = anchor
        self.hasSealedAnchor = hasSealedAnchor
        self.isLogExpected = isLogExpected
    }
}
