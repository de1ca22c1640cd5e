package import Foundation

/// A certificate of the home itself: a root, or what a door proves itself with.
package struct OwnCertificate: Sendable, Equatable {
    package enum Use: String, Sendable, CaseIterable { case webRoot, deviceRoot, api, broker }

    package let use: Use
    package let pem: String
    /// SHA-256 of the certificate, hexadecimal.
    package let fingerprint: String
    /// The names and addresses that it holds for; empty where it is not confined to any.
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
