package import HomeModel

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
