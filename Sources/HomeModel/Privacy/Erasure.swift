package typealias ErasureID = Identifier<Erasure>

/// The erasure of a person: what the home still knows of it.
package struct Erasure: Hashable, Sendable, Codable {
    package let id: ErasureID
    /// Stands for the person in the audit log.
    package let pseudonym: String
    package let requestedAt: Timestamp
    /// Nil while steps are missing.
    package var finishedAt: Timestamp?

    package init(id: ErasureID, pseudonym: String, requestedAt: Timestamp, finishedAt: Timestamp? = nil) {
        self.id = id
        self.pseudonym = pseudonym
        self.requestedAt = requestedAt
        self.finishedAt = finishedAt
    }
}

/// The steps of an erasure, in their order. Each one can be repeated, so an erasure that was interrupted starts again
/// with the first.
package enum ErasureStep: String, Sendable, Codable, CaseIterable {
    /// The person's rights, sessions and event streams end, and the pseudonym replaces the person in memory.
    case access
    /// The rows of the person are deleted, and the person's id is replaced where other rows contain it.
    case rows
    /// The journal of restrictions is written again without the person.
    case restrictions
    /// The audit key of the person is destroyed.
    case auditKey
    /// Copies of the database, its write-ahead log and files that were set aside are emptied.
    case copies
    /// The messages that wait for devices are stored again.
    case messages
}
