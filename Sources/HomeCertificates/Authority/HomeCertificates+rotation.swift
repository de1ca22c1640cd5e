package import Foundation
import Synchronization

/// The state of a rotation of the roots.
package struct RootRotation: Sendable, Equatable {
    /// The fingerprint of the next device root, which no other rotation has.
    package let id: String
    package let beganAt: Date
    /// The credentials that the next device root has issued.
    package let renewed: Set<CredentialID>
}

// A rotation has two steps. Between them the broker trusts the certificates of both device roots, and its own is still
// issued by the present one, which every device knows; new devices trust both. Afterwards only the next roots count.
extension HomeCertificates {
    /// The state of the rotation; nil while none runs.
    package func rotation() throws(CertificateError) -> RootRotation? {
        guard let next = nextRoots else { return nil }
        let root = next.device.certificate.fingerprint
        let entries = try ledger().entries.filter { $0.revokedAt == nil && $0.root == root }
        return RootRotation(
            id: root, beganAt: next.beganAt, renewed: Set(entries.compactMap { try? CredentialID($0.id) }))
    }

    /// Creates the next roots. Returns false if they exist already. The caller must then update the broker's identity.
    package func beginRotation(now: Date) throws(CertificateError) -> Bool {
        guard nextRoots == nil else { return false }
        let store = RootCertificateStore(folder: folder, secrets: secrets)
        let next = try withLock { () throws(CertificateError) in
            try HomeRoots.Next(opening: store, names: names, now: now)
        }
        roots.withLock { $0.next = next }
        return true
    }

    /// Puts the next roots into the place of the present ones, issues the gateway's own certificates again, with new keys,
    /// and revokes the certificates of devices that the former root issued. Returns false if no rotation runs. The caller
    /// must then update the identities of the broker and of the HTTPS endpoint.
    package func finishRotation(now: Date) throws(CertificateError) -> Bool {
        let store = RootCertificateStore(folder: folder, secrets: secrets)
        if let next = nextRoots {
            try withLock { () throws(CertificateError) in try store.exchange() }
            roots.withLock { roots in
                roots.device = next.device
                roots.web = next.web
                roots.next = nil
            }
        } else {
            // An earlier call may have failed after the exchange.
            guard try store.isExchangePending else { return false }
        }
        try finishExchange(now: now)
        return true
    }

    /// If an exchange of the roots has not ended, revokes the certificates of devices that the former root issued, and
    /// issues those of the gateway again.
    func finishExchange(now: Date) throws(CertificateError) {
        let store = RootCertificateStore(folder: folder, secrets: secrets)
        guard try store.isExchangePending else { return }
        let root = deviceRoot.certificate.fingerprint
        try changeLedger { $0.revokeAll(exceptOf: root, now: now) }
        _ = try renewIfDue(now: now)
        try withLock { () throws(CertificateError) in try store.endExchange() }
    }
}
