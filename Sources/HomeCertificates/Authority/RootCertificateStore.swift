import Crypto
import Foundation
import HomeModel
import SwiftASN1
import X509

/// Opens a root, or creates it if the home has none. Writes the certificate last, so that an incomplete root is created
/// again.
struct RootCertificateStore {
    let folder: PrivateFolder
    let secrets: SecretStore

    /// A clock before this time was never set. A root made with such a clock would be expired, or not yet valid, once
    /// the clock is right.
    private static let earliestSaneTime = Date(timeIntervalSince1970: 1_735_689_600)

    /// `isChecked` is false for a root that need not be valid yet.
    func openOrCreate(
        _ name: String, profile: CertificateProfile, names: HomeNames, now: Date, commonName: String? = nil,
        isChecked: Bool = true
    ) throws(CertificateError) -> RootAuthority {
        let fileName = "\(name)-root.pem"
        let keyName = "\(name)-root-key"
        if let pem = try mappingFileErrors({ () throws(PrivateFileError) in try folder.read(fileName) }) {
            let root = try open(pem: pem, keyName: keyName, root: name)
            if isChecked { try root.check(at: now, named: name) }
            return root
        }
        guard now >= Self.earliestSaneTime else { throw .clockNotSet(now) }
        let key = try signingKey(
            try secrets.readOrCreate(keyName) { Secret(P256.Signing.PrivateKey().pemRepresentation) })
        let root = try RootAuthority(
            named: commonName ?? "\(names.name) \(name) root", profile: profile, key: key, now: now)
        try mappingFileErrors { () throws(PrivateFileError) in try folder.write(root.pem.utf8, to: fileName) }
        return root
    }

    private func open(
        pem: [UInt8], keyName: String, root name: String
    ) throws(CertificateError) -> RootAuthority {
        guard let certificate = try? Certificate(pemEncoded: String(decoding: pem, as: UTF8.self)) else {
            throw .rootDamaged(root: name)
        }
        guard let secret = try secrets.read(keyName) else { throw .rootKeyMissing(root: name) }
        let key = try signingKey(secret)
        guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else { throw .rootDamaged(root: name) }
        return RootAuthority(certificate: certificate, key: key)
    }
}

func signingKey(_ secret: Secret) throws(CertificateError) -> P256.Signing.PrivateKey {
    try mappingEncodingErrors {
        try P256.Signing.PrivateKey(pemRepresentation: String(decoding: secret.exposed(), as: UTF8.self))
    }
}

/// Runs `body` and converts a file error to `CertificateError.file`.
@discardableResult
func mappingFileErrors<Value>(_ body: () throws(PrivateFileError) -> Value) throws(CertificateError) -> Value {
    do throws(PrivateFileError) { return try body() } catch { throw .file(error) }
}
