package import HomeModel

/// `POST /invitations`: either an existing person, or a new one who is added with the invitation.
package struct NewInvitationBody: Codable, Sendable {
    package var person: PersonID?
    package var newPerson: NewPersonBody?
    /// How long the invitation is valid: 5 minutes to 14 days.
    package let validMinutes: Int
    package let admission: Invitation.Admission
    /// Take effect when the invitation is used.
    package var grants: [InvitedGrantBody]?
    /// The permissions to which the client's sessions are limited; absent for all permissions of the person.
    package var scope: [Permission]?

    package init(
        person: PersonID? = nil, newPerson: NewPersonBody? = nil, validMinutes: Int, admission: Invitation.Admission,
        grants: [InvitedGrantBody]? = nil, scope: [Permission]? = nil
    ) {
        self.person = person
        self.newPerson = newPerson
        self.validMinutes = validMinutes
        self.admission = admission
        self.grants = grants
        self.scope = scope
    }
}

/// A grant of an invitation. An absent field sets no limit.
package struct InvitedGrantBody: Codable, Sendable {
    package let permissions: [Permission]
    package var rooms: [RoomID]?
    package var devices: [DeviceID]?
    package var capabilities: [CapabilityKind]?
    package var notBefore: String?
    package var notAfter: String?
    package var windows: [String]?
    package var maximumUses: Int?

    package init(permissions: [Permission]) { self.permissions = permissions }
}

/// `GET /invitations`: an invitation without its secrets.
package struct InvitationBody: Codable, Sendable {
    /// How far an invitation is.
    package enum State: String, Codable, Sendable, CaseIterable {
        /// No client has used it.
        case open
        /// A client opened it and has not shown its digits yet.
        case opened
        /// A client waits until its digits are compared.
        case waiting
        /// The client is approved and has not fetched its session yet.
        case approved
        /// Too many wrong tries ended it.
        case ended
    }

    package let id: InvitationID
    package let person: PersonID
    /// The person or the console that made it, as in the audit log.
    package let invitedBy: String
    package let admission: Invitation.Admission
    package let state: State
    package let endedBy: Invitation.Ending?
    package let expiresAt: Timestamp
    /// The gateway was restarted and does not know the time yet, so the invitation cannot be used for now.
    package let waitsForClock: Bool
    package let grants: [InvitedGrantBody]
    package let scope: [Permission]?
    /// The client that used it.
    package let clientName: String?
    /// The digits that the client shows too, while it waits.
    package let digits: String?
    package let wrongSecrets: Int
    package let wrongNumbers: Int

    package init(
        id: InvitationID, person: PersonID, invitedBy: String, admission: Invitation.Admission, state: State,
        endedBy: Invitation.Ending? = nil, expiresAt: Timestamp, waitsForClock: Bool = false,
        grants: [InvitedGrantBody], scope: [Permission]? = nil, clientName: String? = nil, digits: String? = nil,
        wrongSecrets: Int = 0, wrongNumbers: Int = 0
    ) {
        self.id = id
        self.person = person
        self.invitedBy = invitedBy
        self.admission = admission
        self.state = state
        self.endedBy = endedBy
        self.expiresAt = expiresAt
        self.waitsForClock = waitsForClock
        self.grants = grants
        self.scope = scope
        self.clientName = clientName
        self.digits = digits
        self.wrongSecrets = wrongSecrets
        self.wrongNumbers = wrongNumbers
    }
}

/// The response of `POST /invitations`: what is sent to the invited person. It is shown once.
package struct SentInvitationBody: Codable, Sendable {
    package let invitation: InvitationBody
    /// An address to open on a phone or in a browser.
    package let link: String
    /// The QR code of that address, row by row: 1 is dark, 0 is light; without a margin.
    package let qr: [String]
    /// Six digits to say or to send by another way than the link.
    package let number: String?

    package init(invitation: InvitationBody, link: String, qr: [String], number: String?) {
        self.invitation = invitation
        self.link = link
        self.qr = qr
        self.number = number
    }
}

/// `POST /invitations/{id}/approve`: the digits that the approving person saw.
package struct InvitationApprovalBody: Codable, Sendable {
    package let digits: String

    package init(digits: String) { self.digits = digits }
}

// MARK: - The invited client

/// `POST /invitations/{id}/open`.
package struct InvitationSecretBody: Codable, Sendable {
    package let secret: String

    package init(secret: String) { self.secret = secret }
}

/// What the holder of a link may know about the home.
package struct OpenedInvitationBody: Codable, Sendable {
    package let home: String
    package let person: String
    /// The name of the person who invites; absent for an invitation from the console.
    package let inviter: String?
    package let admission: Invitation.Admission
    package let expiresAt: Timestamp
    /// The permissions to which the client is limited, such as a panel on a wall.
    package let scope: [Permission]?

    package init(
        home: String, person: String, inviter: String?, admission: Invitation.Admission, expiresAt: Timestamp,
        scope: [Permission]? = nil
    ) {
        self.home = home
        self.person = person
        self.inviter = inviter
        self.admission = admission
        self.expiresAt = expiresAt
        self.scope = scope
    }
}

/// `POST /invitations/{id}/commitment`: the client commits to its nonce and key.
package struct CommitmentBody: Codable, Sendable {
    package let secret: String
    package let commitment: String
    package let clientName: String

    package init(secret: String, commitment: String, clientName: String) {
        self.secret = secret
        self.commitment = commitment
        self.clientName = clientName
    }
}

/// The nonce of the gateway, and that of the client in `POST /invitations/{id}/reveal`.
package struct PairingNonceBody: Codable, Sendable {
    package let nonce: String

    package init(nonce: String) { self.nonce = nonce }
}

/// `POST /invitations/{id}/number`.
package struct InvitationNumberBody: Codable, Sendable {
    package let secret: String
    package let number: String
    package let clientName: String

    package init(secret: String, number: String, clientName: String) {
        self.secret = secret
        self.number = number
        self.clientName = clientName
    }
}
