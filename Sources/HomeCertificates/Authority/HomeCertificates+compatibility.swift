import Concurrency
import CryptoExtras
package import Foundation
import HomeModel
import SwiftASN1
import X509

extension HomeCertificates {
    /// The certificate, key and root of the compatibility listener. Creates what is missing, and renews the certificate
    /// if it is due.
    package func compatibilityIdentity(now: Date) async throws(CertificateError) -> CompatibilityIdentity {
        // Does not create a key for a root that exists without its key; `compatibilityAuthority` then throws.
        if try pem(CompatibilityAuthority.rootFileName) == nil { try await makeKey(CompatibilityAuthority.rootKeyName) }
        try await makeKey(CompatibilityAuthority.keyName)
        try withLock { () throws(CertificateError) in
            let authority = try compatibilityAuthority(now: now)
            _ = try renew(by: authority, now: now)
        }
        guard let stored = try storedCompatibility() else { throw .rootDamaged(root: CompatibilityAuthority.name) }
        return stored
    }

    /// Creates and stores an RSA key, unless it exists. Runs outside the actor, because an RSA key takes seconds on a
    /// small machine.
    private func makeKey(_ name: String) async throws(CertificateError) {
        guard try secrets.read(name) == nil else { return }
        let fresh = await BlockingExecutor.offPool { () -> Result<Secret, CertificateError> in
            do throws(CertificateError) { return .success(try CompatibilityAuthority.makeKey()) } catch {
                return .failure(error)
            }
        }
        let key = try fresh.get()
        _ = try secrets.readOrCreate(name) { key }
    }

    private func key(_ name: String) throws(CertificateError) -> _RSA.Signing.PrivateKey {
        if let secret = try secrets.read(name) { return try CompatibilityAuthority.key(secret) }
        let fresh = try CompatibilityAuthority.makeKey()
        return try CompatibilityAuthority.key(try secrets.readOrCreate(name) { fresh })
    }

    /// Renews the certificate if it is due. Returns false if it is not due, or if there is none and no device needs
    /// one.
    func renewCompatibilityIfDue(now: Date) throws(CertificateError) -> Bool {
        let isThere = try pem(CompatibilityAuthority.fileName) != nil
        if !isThere, try !isCompatibilityNeeded() { return false }
        return try renew(by: try compatibilityAuthority(now: now), now: now)
    }

    /// Nil while no device has needed one, or if it cannot be parsed; then it is created again.
    func compatibilityCertificate() throws(CertificateError) -> Certificate? {
        try pem(CompatibilityAuthority.fileName).flatMap { try? Certificate(pemEncoded: $0) }
    }

    func storedCompatibility() throws(CertificateError) -> CompatibilityIdentity? {
        guard let certificate = try compatibilityCertificate(),
            let root = try pem(CompatibilityAuthority.rootFileName),
            let secret = try secrets.read(CompatibilityAuthority.keyName)
        else { return nil }
        let key = try CompatibilityAuthority.key(secret)
        return CompatibilityIdentity(
            certificatePEM: certificate.pem, privateKeyPEM: secret, trustPEM: root,
            fingerprint: certificate.fingerprint,
            keyFingerprint: try mappingEncodingErrors { try key.publicKey.keyFingerprint() })
    }

    private func renew(by authority: CompatibilityAuthority, now: Date) throws(CertificateError) -> Bool {
        if let stored = try compatibilityCertificate(), !authority.isDue(stored, names: names, now: now) {
            return false
        }
        let key = try key(CompatibilityAuthority.keyName)
        let certificate = try authority.issue(for: names, key: key, now: now)
        try mappingFileErrors { () throws(PrivateFileError) in
            try folder.write(certificate.pem.utf8, to: CompatibilityAuthority.fileName)
        }
        return true
    }

    private func compatibilityAuthority(now: Date) throws(CertificateError) -> CompatibilityAuthority {
        let name = CompatibilityAuthority.rootKeyName
        if let text = try pem(CompatibilityAuthority.rootFileName) {
            guard let secret = try secrets.read(name) else { throw .rootKeyMissing(root: CompatibilityAuthority.name) }
            guard let root = try? Certificate(pemEncoded: text) else {
                throw .rootDamaged(root: CompatibilityAuthority.name)
            }
            return CompatibilityAuthority(root: root, rootKey: try CompatibilityAuthority.key(secret))
        }
        let key = try key(name)
        let root = try CompatibilityAuthority.makeRoot(home: names.name, key: key, now: now)
        try mappingFileErrors { () throws(PrivateFileError) in
            try folder.write(root.pem.utf8, to: CompatibilityAuthority.rootFileName)
        }
        return CompatibilityAuthority(root: root, rootKey: key)
    }

    private func pem(_ name: String) throws(CertificateError) -> String? {
        try mappingFileErrors { () throws(PrivateFileError) in try folder.read(name) }.map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
