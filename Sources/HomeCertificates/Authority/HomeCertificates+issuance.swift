import Crypto
import Foundation
import HomeModel
import SwiftASN1
import X509

extension HomeCertificates {
    /// Renews one of the gateway's own certificates if it is due. Returns whether it was renewed.
    func renewIfDue(_ leaf: GatewayLeaf, now: Date) throws(CertificateError) -> Bool {
        let key = try key(of: leaf)
        let current = try certificate(of: leaf)
        let root = leaf == .api ? webRoot : deviceRoot
        // The constraints of the web root exclude addresses that the gateway got after the root was made.
        let names = leaf == .api ? webRoot.permitted(of: names) : names
        guard leaf.isDue(current, root: root, key: key.publicKey, names: names, now: now) else { return false }
        try root.check(at: now, named: leaf == .api ? "web" : "device")
        let fresh = try root.issue(
            commonName: leaf.name, profile: leaf.profile(for: names), key: key.publicKey, now: now)
        try mappingFileErrors { () throws(PrivateFileError) in try folder.write(fresh.pem.utf8, to: leaf.fileName) }
        return true
    }

    func certificate(of leaf: GatewayLeaf) throws(CertificateError) -> Certificate? {
        let pem = try mappingFileErrors { () throws(PrivateFileError) in try folder.read(leaf.fileName) }
        return pem.flatMap { try? Certificate(pemEncoded: String(decoding: $0, as: UTF8.self)) }
    }

    /// The key of `leaf`, created if it is missing. The key of a lane must be in a file for the MQTT library; the other
    /// keys stay sealed.
    private func key(of leaf: GatewayLeaf) throws(CertificateError) -> P256.Signing.PrivateKey {
        switch leaf {
        case .broker, .api:
            return try signingKey(
                try secrets.readOrCreate(leaf.keyName) { Secret(P256.Signing.PrivateKey().pemRepresentation) })
        case .lane(let lane):
            let fresh = Array(P256.Signing.PrivateKey().pemRepresentation.utf8)
            let pem = try mappingFileErrors { () throws(PrivateFileError) in
                try folder.createOrRead("\(lane.rawValue).key", bytes: fresh)
            }
            return try signingKey(Secret(pem))
        }
    }

    func makeClient(
        id: String, now: Date, lifetime: TimeInterval, by next: RootAuthority? = nil
    ) throws(CertificateError) -> IssuedCredential {
        let root = next ?? deviceRoot
        try root.check(at: now, named: "device")
        let key = P256.Signing.PrivateKey()
        let certificate = try root.issue(
            commonName: id, profile: .client, key: key.publicKey, now: now, lifetime: lifetime)
        return credential(id, certificate: certificate, key: key)
    }

    func credential(
        _ id: String, certificate: Certificate, key: P256.Signing.PrivateKey
    ) -> IssuedCredential {
        // During an overlap the broker still has a certificate of the present root, and later one of the next root.
        let trust = ([deviceRoot] + [nextRoots?.device].compactMap(\.self)).map(\.pem).joined(separator: "\n")
        return IssuedCredential(
            id: id, certificatePEM: certificate.pem, privateKeyPEM: Secret(key.pemRepresentation), trustPEM: trust,
            fingerprint: certificate.fingerprint, serial: certificate.serial, notAfter: certificate.notValidAfter)
    }

    /// Runs `body` while this process holds the lock of the certificates' folder.
    func withLock<Value>(_ body: () throws(CertificateError) -> Value) throws(CertificateError) -> Value {
        try folder.withLock(mapping: CertificateError.file, body)
    }
}
