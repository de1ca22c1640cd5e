package import HomeModel

/// `GET /door`: the public facts that a client needs before it is paired. A home without an HTTPS endpoint returns only
/// `isClaimed`.
package struct EndpointBody: Codable, Sendable {
    /// Whether the home has an owner.
    package let isClaimed: Bool
    /// The name of the gateway on the network.
    package let host: String?
    /// The port of the HTTPS endpoint.
    package let port: Int?
    /// SHA-256 of the certificate, hex.
    package let certificateFingerprint: String?
    /// SHA-256 of its public key (SPKI), hex: it survives renewal.
    package let publicKeyFingerprint: String?
    /// The root certificate that residents may install on their phones and computers, so that these trust the HTTPS
    /// endpoint.
    package let webRoot: RootCertificateBody?
    /// The root that takes its place, while the keys of the home are rotated. A phone that has both goes on trusting.
    package let nextWebRoot: RootCertificateBody?

    package init(
        isClaimed: Bool, host: String?, port: Int?, certificateFingerprint: String?, publicKeyFingerprint: String?,
        webRoot: RootCertificateBody?, nextWebRoot: RootCertificateBody? = nil
    ) {
        self.isClaimed = isClaimed
        self.host = host
        self.port = port
        self.certificateFingerprint = certificateFingerprint
        self.publicKeyFingerprint = publicKeyFingerprint
        self.webRoot = webRoot
        self.nextWebRoot = nextWebRoot
    }
}

/// The root certificate of the HTTPS endpoint.
package struct RootCertificateBody: Codable, Sendable {
    /// PEM.
    package let certificate: String
    /// SHA-256 of the certificate, hex.
    package let fingerprint: String
    package let expiresAt: Timestamp
    /// Of a root that takes the place of another one: when it does so at the latest, or when it did.
    package let neededFrom: Timestamp?

    package init(certificate: String, fingerprint: String, expiresAt: Timestamp, neededFrom: Timestamp? = nil) {
        self.certificate = certificate
        self.fingerprint = fingerprint
        self.expiresAt = expiresAt
        self.neededFrom = neededFrom
    }
}

/// `GET /certificates`: a certificate of the home itself.
package struct CertificateBody: Codable, Sendable {
    package let use: String
    /// SHA-256 of the certificate, hex.
    package let fingerprint: String
    /// The names and addresses for which it is valid; empty when it is not limited to any.
    package let names: [String]
    package let expiresAt: Timestamp

    package init(use: String, fingerprint: String, names: [String], expiresAt: Timestamp) {
        self.use = use
        self.fingerprint = fingerprint
        self.names = names
        self.expiresAt = expiresAt
    }
}
