import Crypto
import CryptoExtras
import Foundation
import HomeModel
import SwiftASN1
import X509

/// The root and the only certificate of the compatibility listener: RSA, for chips that can verify nothing else.
struct CompatibilityAuthority {
    static let name = "compatibility"
    static let rootFileName = "compatibility-root.pem"
    static let rootKeyName = "compatibility-root-key"
    static let fileName = "compatibility.pem"
    static let keyName = "compatibility-key"

    let root: Certificate
    let rootKey: _RSA.Signing.PrivateKey

    static func makeKey() throws(CertificateError) -> Secret {
        Secret(try mappingEncodingErrors { try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation })
    }

    static func key(_ secret: Secret) throws(CertificateError) -> _RSA.Signing.PrivateKey {
        try mappingEncodingErrors { try _RSA.Signing.PrivateKey(pemRepresentation: secret.exposedText) }
    }

    static func makeRoot(
        home: String, key: _RSA.Signing.PrivateKey, now: Date
    ) throws(CertificateError) -> Certificate {
        try mappingEncodingErrors {
            let publicKey = Certificate.PublicKey(key.publicKey)
            let name = try DistinguishedName { CommonName("\(home) compatibility root") }
            return try Certificate(
                version: .v3, serialNumber: .init(), publicKey: publicKey,
                notValidBefore: now.addingTimeInterval(-CertificateLifetime.clockSkew),
                notValidAfter: now.addingTimeInterval(CertificateLifetime.root),
                issuer: name, subject: name, signatureAlgorithm: .sha256WithRSAEncryption,
                extensions: CertificateProfile.compatibilityRoot.extensions(
                    key: publicKey, issuer: SubjectKeyIdentifier(hash: publicKey)),
                issuerPrivateKey: .init(key))
        }
    }

    func issue(
        for names: HomeNames, key: _RSA.Signing.PrivateKey, now: Date
    ) throws(CertificateError) -> Certificate {
        try mappingEncodingErrors {
            let publicKey = Certificate.PublicKey(key.publicKey)
            return try Certificate(
                version: .v3, serialNumber: .init(), publicKey: publicKey,
                notValidBefore: now.addingTimeInterval(-CertificateLifetime.clockSkew),
                notValidAfter: min(now.addingTimeInterval(CertificateLifetime.leaf), root.notValidAfter),
                issuer: root.subject, subject: DistinguishedName { CommonName(names.name) },
                signatureAlgorithm: .sha256WithRSAEncryption,
                extensions: CertificateProfile.server(names.alternativeNames).extensions(
                    key: publicKey, issuer: SubjectKeyIdentifier(hash: root.publicKey)),
                issuerPrivateKey: .init(rootKey))
        }
    }

    /// Whether the listener needs a new certificate.
    func isDue(_ certificate: Certificate, names: HomeNames, now: Date) -> Bool {
        certificate.notValidBefore > now
            || certificate.notValidAfter.timeIntervalSince(now) <= CertificateLifetime.renewal
            || !root.publicKey.isValidSignature(certificate.signature, for: certificate)
            || (try? certificate.extensions.subjectAlternativeNames) != names.alternativeNames
    }
}

extension _RSA.Signing.PublicKey {
    /// The fingerprint that devices pin: SHA-1, because their firmware supports no other hash. Source: Tasmota's
    /// `pubkeyfingerprint_pubkey_fingerprint`.
    func keyFingerprint() throws -> [UInt8] {
        let numbers = try getKeyPrimitives()
        let parts = [Data("ssh-rsa".utf8), numbers.publicExponent, numbers.modulus].map { Array($0.drop { $0 == 0 }) }
        var digest = Insecure.SHA1()
        for part in parts {
            digest.update(data: withUnsafeBytes(of: UInt32(part.count).bigEndian) { Array($0) } + part)
        }
        return Array(digest.finalize())
    }
}
