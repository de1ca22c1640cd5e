import Crypto
import Foundation
import HomeModel
import SwiftASN1
import X509

/// A root certificate with its key. Signs leaf certificates and, for devices, the revocation list.
struct RootAuthority: Sendable {
    let certificate: Certificate
    private let key: P256.Signing.PrivateKey

    init(certificate: Certificate, key: P256.Signing.PrivateKey) {
        self.certificate = certificate
        self.key = key
    }

    /// A new self-signed root.
    init(
        named name: String, profile: CertificateProfile, key: P256.Signing.PrivateKey, now: Date
    ) throws(CertificateError) {
        let publicKey = Certificate.PublicKey(key.publicKey)
        certificate = try mappingEncodingErrors {
            let subject = try DistinguishedName { CommonName(name) }
            return try Certificate(
                version: .v3, serialNumber: .init(), publicKey: publicKey,
                notValidBefore: now.addingTimeInterval(-CertificateLifetime.clockSkew),
                notValidAfter: now.addingTimeInterval(CertificateLifetime.root),
                issuer: subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
                extensions: profile.extensions(key: publicKey, issuer: SubjectKeyIdentifier(hash: publicKey)),
                issuerPrivateKey: .init(key))
        }
        self.key = key
    }

    var pem: String { (try? certificate.serializeAsPEM().pemString) ?? "" }

    /// When it was made: a root is dated back by the skew of clocks.
    var madeAt: Date { certificate.notValidBefore.addingTimeInterval(CertificateLifetime.clockSkew) }

    /// Whether this root issued the certificate.
    func issued(_ leaf: Certificate) -> Bool { certificate.publicKey.isValidSignature(leaf.signature, for: leaf) }

    /// Throws `.rootNotYetValid` or `.rootExpired` if this root is not valid at `now`.
    func check(at now: Date, named name: String) throws(CertificateError) {
        guard certificate.notValidBefore <= now else {
            throw .rootNotYetValid(root: name, from: certificate.notValidBefore, now: now)
        }
        guard now < certificate.notValidAfter else {
            throw .rootExpired(root: name, until: certificate.notValidAfter, now: now)
        }
    }

    /// Issues a leaf certificate that never outlives this root.
    func issue(
        commonName: String, profile: CertificateProfile, key leafKey: P256.Signing.PublicKey, now: Date,
        lifetime: TimeInterval = CertificateLifetime.leaf
    ) throws(CertificateError) -> Certificate {
        let publicKey = Certificate.PublicKey(leafKey)
        return try mappingEncodingErrors {
            try Certificate(
                version: .v3, serialNumber: .init(), publicKey: publicKey,
                notValidBefore: now.addingTimeInterval(-CertificateLifetime.clockSkew),
                notValidAfter: min(now.addingTimeInterval(lifetime), certificate.notValidAfter),
                issuer: certificate.subject, subject: DistinguishedName { CommonName(commonName) },
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: profile.extensions(
                    key: publicKey, issuer: SubjectKeyIdentifier(hash: certificate.publicKey)),
                issuerPrivateKey: .init(key))
        }
    }

    /// The part of these names and addresses that the name constraints of this root permit.
    func permitted(of names: HomeNames) -> HomeNames {
        guard let ranges = try? certificate.extensions.nameConstraints?.permittedIPRanges else { return names }
        return names.filtered { ranges.contains(HomeNames.range(of: $0)) }
    }

    func signature(for bytes: [UInt8]) throws(CertificateError) -> [UInt8] {
        try mappingEncodingErrors { Array(try key.signature(for: bytes).derRepresentation) }
    }
}

/// Runs `body` and converts every error to `CertificateError.encoding`.
func mappingEncodingErrors<Value>(_ body: () throws -> Value) throws(CertificateError) -> Value {
    do { return try body() } catch { throw .encoding(String(describing: error)) }
}

extension Certificate {
    var pem: String { (try? serializeAsPEM().pemString) ?? "" }

    /// SHA-256 over the DER bytes, hexadecimal.
    var fingerprint: String {
        var serializer = DER.Serializer()
        guard (try? serializer.serialize(self)) != nil else { return "" }
        return SHA256.hash(data: serializer.serializedBytes).hexadecimal
    }

    /// SHA-256 over the subject public key info, hexadecimal.
    var publicKeyFingerprint: String {
        var serializer = DER.Serializer()
        guard (try? serializer.serialize(publicKey)) != nil else { return "" }
        return SHA256.hash(data: serializer.serializedBytes).hexadecimal
    }

    var serial: String { serialNumber.bytes.hexadecimal }
}
