import Crypto
import Foundation
import SwiftASN1
import X509

/// A certificate of the maker's public key infrastructure: DAC, PAI or PAA.
///
/// Source: Matter core specification 1.4, section 6.2.2.
package struct AttestationCertificate: Hashable, Sendable {
    /// The most bytes that a certificate of a node may have.
    package static let maximumBytes = 600

    /// The DER.
    package let bytes: [UInt8]
    /// The vendor that the subject names, if it does.
    package let vendorID: UInt16?
    /// The product that the subject names, if it does.
    package let productID: UInt16?
    package let subjectKeyID: [UInt8]
    package let authorityKeyID: [UInt8]?
    let publicKey: P256.Signing.PublicKey
    private let certificate: Certificate

    /// Reads the DER of a certificate with a key on P-256. Nil for everything else, and if the subject names a vendor or
    /// product in a wrong form.
    package init?(_ bytes: [UInt8], maximumBytes: Int = Self.maximumBytes) {
        guard bytes.count <= maximumBytes, let certificate = try? Certificate(derEncoded: bytes),
            certificate.signatureAlgorithm == .ecdsaWithSHA256,
            let publicKey = P256.Signing.PublicKey(certificate.publicKey),
            let subject = VendorName(certificate.subject), VendorName(certificate.issuer) != nil,
            let keyID = try? certificate.extensions.subjectKeyIdentifier
        else { return nil }
        self.bytes = bytes
        self.certificate = certificate
        self.publicKey = publicKey
        vendorID = subject.vendorID
        productID = subject.productID
        subjectKeyID = Array(keyID.keyIdentifier)
        let authority = try? certificate.extensions.authorityKeyIdentifier
        authorityKeyID = authority?.keyIdentifier.map { Array($0) }
    }

    package static func == (left: AttestationCertificate, right: AttestationCertificate) -> Bool {
        left.bytes == right.bytes
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// The subject, for a person: `CN=Matter Test PAA`.
    package var subject: String { certificate.subject.description }

    /// SHA-256 of the DER.
    package var fingerprint: [UInt8] { Array(SHA256.hash(data: bytes)) }

    /// Whether the certificate says that it is for tests: by a vendor id that belongs to no maker, or by its name. Many
    /// people have the keys of such certificates.
    package var isForTests: Bool {
        if let vendorID, AttestationTrustStore.testVendors.contains(vendorID) { return true }
        let names = certificate.subject.flatMap { Array($0) }.filter { $0.type == .RDNAttributeType.commonName }
            .compactMap { String($0.value)?.lowercased() }
        return names.contains { name in
            name.contains("non production") || name.contains("non-production")
                || name.split { !$0.isLetter }.contains { Self.testWords.contains(String($0)) }
        }
    }

    private static let testWords: Set<String> = ["test", "tests", "testnet", "dev", "development", "demo"]

    /// Whether the certificate names itself as its issuer, and its own key signed it.
    package var isSelfSigned: Bool { certificate.issuer == certificate.subject && isSigned(by: self) }

    /// Whether the certificate may sign others.
    var isAuthority: Bool {
        guard let constraints = try? certificate.extensions.basicConstraints,
            let usage = try? certificate.extensions.keyUsage
        else { return false }
        if case .isCertificateAuthority = constraints { return usage.keyCertSign }
        return false
    }

    /// Whether the certificate may sign messages, and no certificates.
    var isEndEntity: Bool {
        guard let constraints = try? certificate.extensions.basicConstraints,
            let usage = try? certificate.extensions.keyUsage
        else { return false }
        return constraints == .notCertificateAuthority && usage.digitalSignature && !usage.keyCertSign
    }

    /// Whether the certificate names this one as its issuer.
    func names(issuer: AttestationCertificate) -> Bool {
        certificate.issuer == issuer.certificate.subject && authorityKeyID == issuer.subjectKeyID
    }

    func isSigned(by issuer: AttestationCertificate) -> Bool {
        issuer.certificate.publicKey.isValidSignature(certificate.signature, for: certificate)
    }

    /// Whether the key made the signature: r and s, each 32 bytes.
    func isValid(signature: [UInt8], for bytes: [UInt8]) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return publicKey.isValidSignature(signature, for: bytes)
    }
}
