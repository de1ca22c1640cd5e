package import HomeModel

/// An open pairing code: for whom, and what becomes of who uses it.
package struct Invitation: Sendable {
    package static let life = Duration.seconds(300)
    static let mostTries = 5

    /// By which it is spoken of without its code.
    package let id: InvitationID
    package let code: PairingCode
    package let person: PersonID
    package let scope: Set<Permission>?
    /// Who made the code, as the audit log writes it.
    package let invitedBy: String
    /// Of the client that shows the code; nil where a person has to compare thumbprints first.
    package let approval: ClientApproval?
    /// On the clock that nobody sets.
    let end: Duration
    package let expiresAt: Timestamp
    /// By whomever: which code was meant cannot be known.
    package internal(set) var wrongTries = 0

    package var isApproved: Bool { approval != nil }
}

package typealias InvitationID = Identifier<Invitation>

/// A client that showed a good code and waits for somebody to approve its key.
package struct PendingPairing: Sendable {
    static let life = Duration.seconds(300)

    package let id: PairingID
    package let person: PersonID
    package let key: KeyThumbprint
    package let clientName: DisplayName
    package let scope: Set<Permission>?
    /// Nil until a person approved it.
    package internal(set) var approval: ClientApproval?
    let end: Duration

    package var isApproved: Bool { approval != nil }
}

package typealias PairingID = Identifier<PendingPairing>
