/// A browser, phone or terminal of one person, identified by its key.
package struct Client: Hashable, Sendable {
    package let id: ClientID
    package let person: PersonID
    package var name: DisplayName
    package let key: KeyThumbprint
    /// The permissions to which its sessions are limited; nil for all permissions of the person.
    package let scope: Set<Permission>?
    package let pairedAt: Timestamp
    /// True after too many failures in a row, until the client is unlocked at the console.
    package var isLocked: Bool
    /// When it last sent a request, to the minute; nil when no request was recorded. A client that only receives events
    /// still requests new tokens within the hour.
    package var lastSeen: Timestamp?
    /// Nil for a client that was paired before approvals were recorded.
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
