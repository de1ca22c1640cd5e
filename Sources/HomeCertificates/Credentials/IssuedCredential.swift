package import Foundation

/// A client certificate with its key, handed out once: the gateway keeps no copy of the key.
package struct IssuedCredential: Sendable {
    package let id: String
    package let certificatePEM: String
    package let privateKeyPEM: Secret
    /// The root that the broker's certificate chains to.
    package let trustPEM: String
    /// SHA-256 of the certificate, hexadecimal.
    package let fingerprint: String
    /// Hexadecimal.
    package let serial: String
    package let notAfter: Date

    package init(
        id: String, certificatePEM: String, privateKeyPEM: Secret, trustPEM: String, fingerprint: String,
        serial: String, notAfter: Date
    ) {
        self.id = id
        self.certificatePEM = certificatePEM
        self.privateKeyPEM = privateKeyPEM
        self.trustPEM = trustPEM
        self.fingerprint = fingerprint
        self.serial = serial
        self.notAfter = notAfter
    }
}

/// What the HTTPS door proves itself with.
package struct ServerIdentity: Sendable {
    package let certificatePEM: String
    package let privateKeyPEM: Secret
    /// SHA-256 of the certificate, hexadecimal.
    package let certificateFingerprint: String
    /// SHA-256 of its public key (SPKI), hexadecimal: survives renewal.
    package let publicKeyFingerprint: String
}

/// What the broker needs to prove itself and to check its clients.
package struct BrokerIdentity: Sendable {
    package let certificatePEM: String
    package let privateKeyPEM: Secret
    package let trustPEM: String
    package let revocationsPEM: String
    /// Nil while no device is provisioned for the compatibility listener.
    package var compatibility: CompatibilityIdentity?
}

/// What the compatibility listener proves itself with: RSA throughout.
package struct CompatibilityIdentity: Sendable {
    package let certificatePEM: String
    package let privateKeyPEM: Secret
    /// The root that its certificate chains to; it has issued nothing else.
    package let trustPEM: String
    /// SHA-256 of the certificate, hexadecimal.
    package let fingerprint: String
    /// What Tasmota pins: SHA-1 over the lengths and bytes of `ssh-rsa`, exponent and modulus. It survives renewal.
    package let tasmotaFingerprint: [UInt8]
}

/// One certificate's life, for people to read.
package struct CertificateState: Sendable, Equatable {
    package let name: String
    package let notAfter: Date
    /// Negative once expired.
    package let daysLeft: Int
}
