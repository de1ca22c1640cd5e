package import HomeModel

/// `GET /door`: what somebody who stands before it needs to know. A home without an HTTPS door, asked on its socket, has
/// nothing of one to tell.
package struct DoorBody: Codable, Sendable {
    /// Whether the home has an owner.
    package let isClaimed: Bool
    /// SHA-256 of the certificate, hex.
    package let certificateFingerprint: String?
    /// SHA-256 of its public key (SPKI), hex: it survives renewal.
    package let publicKeyFingerprint: String?
    /// What residents may install on their phones and computers, so that those know the door.
    package let webRoot: WebRootBody?

    package init(
        isClaimed: Bool, certificateFingerprint: String?, publicKeyFingerprint: String?, webRoot: WebRootBody?
    ) {
        self.isClaimed = isClaimed
        self.certificateFingerprint = certificateFingerprint
        self.publicKeyFingerprint = publicKeyFingerprint
        self.webRoot = webRoot
    }
}

package struct WebRootBody: Codable, Sendable {
    /// PEM.
    package let certificate: String
    /// SHA-256 of the certificate, hex.
    package let fingerprint: String
    package let expiresAt: Timestamp

    package init(certificate: String, fingerprint: String, expiresAt: Timestamp) {
        self.certificate = certificate
        self.fingerprint = fingerprint
        self.expiresAt = expiresAt
    }
}
