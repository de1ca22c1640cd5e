/// A browser, phone or terminal of one person, known by the key that it holds.
package struct Client: Hashable, Sendable {
    package let id: ClientID
    package let person: PersonID
    package var name: DisplayName
    package let key: KeyThumbprint
    /// What its sessions may do at most; nil for all that the person may.
    package let scope: Set<Permission>?
    package let pairedAt: Timestamp
    /// After too many failures in a row, until the console unlocks it.
    package var isLocked: Bool
    /// When it last asked something, to the minute; nil when that was never written down. One that only listens asks for
    /// new tokens within the hour.
    package var lastSeen: Timestamp?
    /// Nil for a client that came in before this was written down.
    package let approval: ClientApproval?

    package init(
        id: ClientID, person: PersonID, name: DisplayName, key: KeyThumbprint, scope: Set<Permission>?,
        pairedAt: Timestamp, isLocked: Bool = false, lastSeen: Timestamp? = nil,
        approval: ClientApproval? = nil
    ) {
        self.id = id
        self.person = person
        self.name = name
        self.key = key
        self.scope = scope
        self.pairedAt = pairedAt
        self.isLocked = isLocked
        self.lastSeen = lastSeen
        self.approval = approval
    }
}

package typealias ClientID = Identifier<Client>
