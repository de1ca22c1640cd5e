package import HomeModel

/// `POST /claim`: the first owner claims the home.
package struct ClaimBody: Codable, Sendable {
    package let code: String
    /// The owner's name.
    package let name: String
    package let clientName: String

    package init(code: String, name: String, clientName: String) {
        self.code = code
        self.name = name
        self.clientName = clientName
    }
}

/// `POST /pair`. The client's key is that of the request's proof.
package struct PairBody: Codable, Sendable {
    package let code: String
    /// The name of the client in lists of clients.
    package let clientName: String

    package init(code: String, clientName: String) {
        self.code = code
        self.clientName = clientName
    }
}

/// A pairing that waits to be approved.
package struct PairingBody: Codable, Sendable {
    package let id: String
    package let person: PersonID
    package let clientName: String
    /// The thumbprint that both sides show, so that people can compare them.
    package let thumbprint: String
    package let isApproved: Bool

    package init(
        id: String, person: PersonID, clientName: String, thumbprint: String, isApproved: Bool
    ) {
        self.id = id
        self.person = person
        self.clientName = clientName
        self.thumbprint = thumbprint
        self.isApproved = isApproved
    }
}

/// `POST /pairing-codes`.
package struct NewPairingCodeBody: Codable, Sendable {
    package let person: PersonID
    /// The permissions to which the client's sessions are limited; absent for all permissions of the person.
    package var scope: [Permission]?
    /// True when the client is approved without a comparison of thumbprints. For scripts and tests.
    package var approveAny: Bool?

    package init(person: PersonID, scope: [Permission]? = nil, approveAny: Bool? = nil) {
        self.person = person
        self.scope = scope
        self.approveAny = approveAny
    }
}

/// `GET /pairing-codes`: an open pairing code, without the code itself.
package struct InvitationBody: Codable, Sendable {
    package let id: String
    package let person: PersonID
    /// The person or the console that made the code, as in the audit log.
    package let invitedBy: String
    package let scope: [Permission]?
    package let approveAny: Bool
    package let expiresAt: Timestamp
    /// How many wrong codes were tried, by any client, since this code was made.
    package let wrongTries: Int

    package init(
        id: String, person: PersonID, invitedBy: String, scope: [Permission]?, approveAny: Bool, expiresAt: Timestamp,
        wrongTries: Int
    ) {
        self.id = id
        self.person = person
        self.invitedBy = invitedBy
        self.scope = scope
        self.approveAny = approveAny
        self.expiresAt = expiresAt
        self.wrongTries = wrongTries
    }
}

/// The content of an invitation: the address of the gateway, the fingerprints that identify it, and the code with which
/// one client can pair.
package struct PairingPayload: Codable, Hashable, Sendable {
    /// Whether the code pairs a client of a person, or claims the home for its first owner.
    package enum Purpose: String, Codable, Sendable { case pair, claim }

    package let version: String
    package let purpose: Purpose
    package let host: String
    package let port: Int
    package let code: String
    package let expiresAt: Timestamp?
    /// SHA-256 of the certificate, hex.
    package let certificateFingerprint: String
    /// SHA-256 of its public key (SPKI), hex. Clients pin this one, because it survives renewal.
    package let publicKeyFingerprint: String

    package init(
        version: String = "1", purpose: Purpose, host: String, port: Int, code: String, expiresAt: Timestamp?,
        certificateFingerprint: String, publicKeyFingerprint: String
    ) {
        self.version = version
        self.purpose = purpose
        self.host = host
        self.port = port
        self.code = code
        self.expiresAt = expiresAt
        self.certificateFingerprint = certificateFingerprint
        self.publicKeyFingerprint = publicKeyFingerprint
    }
}
