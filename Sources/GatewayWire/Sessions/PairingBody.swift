package import HomeModel

/// `POST /claim`: the first owner takes the home.
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

/// `POST /pair`. The key is that of the request's proof.
package struct PairBody: Codable, Sendable {
    package let code: String
    /// What the client is called where clients are listed.
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
    /// What both sides show, to be compared.
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
    /// What the client's sessions may do at most; left out for all that the person may.
    package var scope: [Permission]?
    /// True when nobody needs to compare thumbprints. For scripts and tests.
    package var approveAny: Bool?

    package init(person: PersonID, scope: [Permission]? = nil, approveAny: Bool? = nil) {
        self.person = person
        self.scope = scope
        self.approveAny = approveAny
    }
}

/// `GET /pairing-codes`: a code that is open, without itself.
package struct InvitationBody: Codable, Sendable {
    package let id: String
    package let person: PersonID
    /// As the audit log writes it: a person, or the console.
    package let invitedBy: String
    package let scope: [Permission]?
    package let approveAny: Bool
    package let expiresAt: Timestamp
    /// Codes that were none, by whomever, since it was made.
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

/// What an invitation carries: where the gateway is, how to know it, and the code that lets one client in.
package struct PairingPayload: Codable, Hashable, Sendable {
    package enum Purpose: String, Codable, Sendable { case pair, claim }

    package let version: String
    package let purpose: Purpose
    package let host: String
    package let port: Int
    package let code: String
    package let expiresAt: Timestamp?
    /// SHA-256 of the certificate, hex.
    package let certificateFingerprint: String
    /// SHA-256 of its public key (SPKI), hex: this one is pinned, it survives renewal.
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
