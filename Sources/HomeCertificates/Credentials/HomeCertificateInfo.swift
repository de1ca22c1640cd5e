package import Foundation

/// A certificate of the home itself: a root, or the certificate of a listener.
package struct HomeCertificateInfo: Sendable, Equatable {
    /// What the certificate is for: one of the roots, the HTTPS endpoint or the broker.
    package enum Use: String, Sendable, CaseIterable { case webRoot, deviceRoot, api, broker }

    package let use: Use
    package let pem: String
    /// SHA-256 of the certificate, hexadecimal.
    package let fingerprint: String
    /// The names and addresses for which it is valid; empty if it is not limited to any.
    package let names: [String]
    package let notAfter: Date

    package init(use: Use, pem: String, fingerprint: String, names: [String], notAfter: Date) {
        self.use = use
        self.pem = pem
        self.fingerprint = fingerprint
        self.names = names
        self.notAfter = notAfter
    }
}
