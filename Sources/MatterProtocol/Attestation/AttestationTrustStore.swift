import Crypto
import Foundation

/// The authorities and signers that the verifier knows. The list grows from year to year, so that a node of a maker that
/// is not in it is no forgery.
package struct AttestationTrustStore: Sendable {
    /// A product attestation authority (PAA).
    package struct Authority: Hashable, Sendable {
        package let certificate: AttestationCertificate
        /// Whether the private key is published for tests, so that anyone can make such a node.
        package let isForTests: Bool

        package init(certificate: AttestationCertificate, isForTests: Bool) {
            self.certificate = certificate
            self.isForTests = isForTests
        }
    }

    /// A key that signs certification declarations.
    package struct DeclarationSigner: Sendable {
        /// The subject key id of its certificate.
        package let keyID: [UInt8]
        let publicKey: P256.Signing.PublicKey
        /// Whether the private key is published for tests.
        package let isForTests: Bool

        /// Nil if `publicKey` is no uncompressed point of P-256.
        package init?(keyID: [UInt8], publicKey: [UInt8], isForTests: Bool) {
            guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey) else { return nil }
            self.keyID = keyID
            self.publicKey = key
            self.isForTests = isForTests
        }

        package init(certificate: AttestationCertificate, isForTests: Bool) {
            keyID = certificate.subjectKeyID
            publicKey = certificate.publicKey
            self.isForTests = isForTests
        }
    }

    package let authorities: [Authority]
    package let declarationSigners: [DeclarationSigner]

    package init(authorities: [Authority], declarationSigners: [DeclarationSigner]) {
        self.authorities = authorities
        self.declarationSigners = declarationSigners
    }

    /// The vendor ids that belong to no maker.
    package static let testVendors: ClosedRange<UInt16> = 0xFFF1...0xFFF4

    func authority(of intermediate: AttestationCertificate) -> Authority? {
        authorities.first { intermediate.names(issuer: $0.certificate) }
    }

    func declarationSigner(keyID: [UInt8]) -> DeclarationSigner? {
        declarationSigners.first { $0.keyID == keyID }
    }
}
