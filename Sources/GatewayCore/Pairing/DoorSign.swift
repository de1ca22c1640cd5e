/// Where the HTTPS door is and how it is known: what a client needs to come in.
package struct DoorSign: Hashable, Sendable {
    package let host: String
    package let port: Int
    /// SHA-256 of the certificate, hex.
    package let certificateFingerprint: String
    /// SHA-256 of its public key (SPKI), hex; survives renewal.
    package let publicKeyFingerprint: String

    package init(host: String, port: Int, certificateFingerprint: String, publicKeyFingerprint: String) {
        self.host = host
        self.port = port
        self.certificateFingerprint = certificateFingerprint
        self.publicKeyFingerprint = publicKeyFingerprint
    }
}
