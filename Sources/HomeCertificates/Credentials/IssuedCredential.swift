package import Foundation
package import HomeModel

/// A client certificate with its key, returned once: the gateway keeps no copy of the key.
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

/// The certificate and key of the HTTPS endpoint.
package struct ServerIdentity: Sendable {
    package let certificatePEM: String
    package let privateKeyPEM: Secret
    /// SHA-256 of the certificate, hexadecimal.
    package let certificateFingerprint: String
    /// SHA-256 of its public key (SPKI), hexadecimal. It does not change on renewal.
    package let publicKeyFingerprint: String
}

/// The certificates, key and revocation list with which the broker authenticates itself and checks its clients.
package struct BrokerIdentity: Sendable {
    package let certificatePEM: String
    package let privateKeyPEM: Secret
    package let trustPEM: String
    package let revocationsPEM: String
    /// Nil while no device is provisioned for the compatibility listener.
    package var compatibility: CompatibilityIdentity?
}

/// The certificate, key and root of the compatibility listener, all of them RSA.
package struct CompatibilityIdentity: Sendable {
    package let certificatePEM: String
    package let privateKeyPEM: Secret
    /// The root of the certificate; it has issued no other one.
    package let trustPEM: String
    /// SHA-256 of the certificate, hexadecimal.
    package let fingerprint: String
    /// The fingerprint of the public key that firmware of some devices pins: SHA-1 over the lengths and bytes of `ssh-rsa`, exponent and modulus. It does
    /// not change on renewal.
    package let keyFingerprint: [UInt8]
}

/// The name and the expiry of one certificate, for display.
package struct CertificateExpiry: Sendable, Equatable {
    package let name: String
    package let notAfter: Date
    /// Negative once expired.
    package let daysLeft: Int
}
