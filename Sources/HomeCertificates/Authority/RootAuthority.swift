import Crypto
import Foundation
import SwiftASN1
import X509

/// A root certificate with its key: signs leaves and, for devices, the list of revoked ones.
struct RootAuthority: Sendable {
    static let lifetimeDays = 20 * 365
    static let leafLifetimeDays = 365
    /// Peers whose clocks run a little late must not meet certificates from the future.
    static let clockSkewSeconds = 3600.0

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
        certificate = try encoding {
            let subject = try DistinguishedName { CommonName(name) }
            return try Certificate(
                version: .v3, serialNumber: .init(), publicKey: publicKey,
                notValidBefore: now.addingTimeInterval(-Self.clockSkewSeconds),
                notValidAfter: now.addingTimeInterval(Double(Self.lifetimeDays) * 86_400),
                issuer: subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
                extensions: profile.extensions(key: publicKey, issuer: SubjectKeyIdentifier(hash: publicKey)),
                issuerPrivateKey: .init(key))
        }
        self.key = key
    }

    var pem: String { (try? certificate.serializeAsPEM().pemString) ?? "" }

    /// Throws which way the clock and the dates of this root disagree.
    func check(at now: Date, named name: String) throws(CertificateError) {
        guard certificate.notValidBefore <= now else {
            throw .rootNotYetValid(root: name, from: certificate.notValidBefore, now: now)
        }
        guard now < certificate.notValidAfter else {
            throw .rootExpired(root: name, until: certificate.notValidAfter, now: now)
        }
    }

    /// A leaf that never outlives this root.
    func issue(
        commonName: String, profile: CertificateProfile, key leafKey: P256.Signing.PublicKey, now: Date,
        lifetimeSeconds: Double = Double(leafLifetimeDays) * 86_400
    ) throws(CertificateError) -> Certificate {
        let publicKey = Certificate.PublicKey(leafKey)
        return try encoding {
            try Certificate(
                version: .v3, serialNumber: .init(), publicKey: publicKey,
                notValidBefore: now.addingTimeInterval(-Self.clockSkewSeconds),
                notValidAfter: min(now.addingTimeInterval(lifetimeSeconds), certificate.notValidAfter),
                issuer: certificate.subject, subject: DistinguishedName { CommonName(commonName) },
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: profile.extensions(
                    key: publicKey, issuer: SubjectKeyIdentifier(hash: certificate.publicKey)),
                issuerPrivateKey: .init(key))
        }
    }

    /// What of these names and addresses this root's constraints let it vouch for.
    func permitted(of names: HomeNames) -> HomeNames {
        guard let ranges = try? certificate.extensions.nameConstraints?.permittedIPRanges else { return names }
        return names.keeping { ranges.contains(HomeNames.range(of: $0)) }
    }

    func signature(for bytes: [UInt8]) throws(CertificateError) -> [UInt8] {
        try encoding { Array(try key.signature(for: bytes).derRepresentation) }
    }
}

/// Runs what may throw anything, and throws the one error of this layer.
func encoding<Value>(_ body: () throws -> Value) throws(CertificateError) -> Value {
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

    /// SHA-256 over the subject's public key info, hexadecimal.
    var publicKeyFingerprint: String {
        var serializer = DER.Serializer()
        guard (try? serializer.serialize(publicKey)) != nil else { return "" }
        return SHA256.hash(data: serializer.serializedBytes).hexadecimal
    }

    var serial: String { serialNumber.bytes.hexadecimal }
}

extension Sequence<UInt8> {
    var hexadecimal: String {
        map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
