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
    package var approval: ClientApproval?

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

/// The approval of a client, by the person who approved its key or who made the pairing code that needed no approval.
package struct ClientApproval: Hashable, Sendable, Codable {
    /// The approver as in the audit log: `console`, `console as <person>` or a person's id.
    package let approver: String
    /// The approver's role at that time; nil for the console.
    package let role: Role?

    /// An approval at the gateway's own console.
    package static let console = ClientApproval(approver: "console", role: nil)

    package init(approver: String, role: Role?) {
        self.approver = approver
        self.role = role
    }

    /// The person who approved the client, also through the console; nil for the console itself, and for a person who was
    /// erased.
    package var person: PersonID? {
        let isThroughConsole = approver.hasPrefix(AuditEntry.consoleAs)
        let name = isThroughConsole ? String(approver.dropFirst(AuditEntry.consoleAs.count)) : approver
        return AuditEntry.impersonalActors.contains(name) ? nil : PersonID(name)
    }

    /// Returns the approval with `pseudonym` in place of a person who is erased.
    package func replacing(approver person: PersonID, by pseudonym: String) -> ClientApproval {
        ClientApproval(approver: approver.replacing(actor: person, by: pseudonym), role: role)
    }

    /// Whether the approver may approve a client of a person with this role.
    package func covers(_ other: Role) -> Bool { role?.mayManage(other) ?? (approver == Self.console.approver) }
}
