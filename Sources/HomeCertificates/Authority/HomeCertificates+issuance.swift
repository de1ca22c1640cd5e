import Crypto
import Foundation
import HomeModel
import SwiftASN1
import X509

extension HomeCertificates {
    /// Renews one of the gateway's own certificates if it is due. With `replacingKey`, one that another root issued gets a
    /// new key too. Returns whether it was renewed.
    func renewIfDue(_ leaf: GatewayLeaf, replacingKey: Bool, now: Date) throws(CertificateError) -> Bool {
        let current = try certificate(of: leaf)
        let root = leaf == .api ? webRoot : deviceRoot
        let isKeyKept = !replacingKey || current.map { root.issued($0) } ?? false
        let stored = try isKeyKept ? storedKey(of: leaf) : nil
        // The constraints of the web root exclude addresses that the gateway got after the root was made.
        let names = leaf == .api ? webRoot.permitted(of: names) : names
        if let stored, !leaf.isDue(current, root: root, key: stored.publicKey, names: names, now: now) { return false }
        // Before anything is replaced.
        try root.check(at: now, named: leaf == .api ? "web" : "device")
        let key = stored ?? P256.Signing.PrivateKey()
        let fresh = try root.issue(
            commonName: leaf.name, profile: leaf.profile(for: names), key: key.publicKey, now: now)
        if stored == nil { try save(key, of: leaf) }
        try mappingFileErrors { () throws(PrivateFileError) in try folder.write(fresh.pem.utf8, to: leaf.fileName) }
        return true
    }

    func certificate(of leaf: GatewayLeaf) throws(CertificateError) -> Certificate? {
        let pem = try mappingFileErrors { () throws(PrivateFileError) in try folder.read(leaf.fileName) }
        return pem.flatMap { try? Certificate(pemEncoded: String(decoding: $0, as: UTF8.self)) }
    }

    /// The key of `leaf`; nil if it is missing. The key of a lane must be in a file for the MQTT library; the other keys stay
    /// sealed.
    func storedKey(of leaf: GatewayLeaf) throws(CertificateError) -> P256.Signing.PrivateKey? {
        switch leaf {
        case .broker, .api:
            guard let secret = try secrets.read(leaf.keyName) else { return nil }
            return try signingKey(secret)
        case .lane(let lane):
            let pem = try mappingFileErrors { () throws(PrivateFileError) in try folder.read("\(lane.rawValue).key") }
            guard let pem else { return nil }
            return try signingKey(Secret(pem))
        }
    }

    private func save(_ key: P256.Signing.PrivateKey, of leaf: GatewayLeaf) throws(CertificateError) {
        switch leaf {
        case .broker, .api: try secrets.write(Secret(key.pemRepresentation), as: leaf.keyName)
        case .lane(let lane):
            try mappingFileErrors { () throws(PrivateFileError) in
                try folder.write(key.pemRepresentation.utf8, to: "\(lane.rawValue).key")
            }
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
