package import Foundation
import Synchronization

/// The state of a rotation of the roots.
package struct RootRotation: Sendable, Equatable {
    /// The fingerprint of the next device root, which no other rotation has.
    package let id: String
    package let beganAt: Date
    /// When the end of the overlap began, if it could not be stored completely yet.
    package let endedAt: Date?
    /// The credentials that the next device root has issued.
    package let renewed: Set<CredentialID>
}

// A rotation has two steps. Between them the broker trusts the certificates of both device roots, and its own is still
// issued by the present one, which every device knows; new devices trust both. Afterwards only the next roots count.
extension HomeCertificates {
    var rootStore: RootCertificateStore { RootCertificateStore(folder: folder, secrets: secrets) }

    /// The state of the rotation; nil while none runs. It runs until its end is stored completely.
    package func rotation() throws(CertificateError) -> RootRotation? {
        let isEnding = try rootStore.isExchangePending
        guard let root = nextRoots?.device ?? (isEnding ? deviceRoot : nil) else { return nil }
        let fingerprint = root.certificate.fingerprint
        let entries = try ledger().entries.filter { $0.revokedAt == nil && $0.root == fingerprint }
        return RootRotation(
            id: fingerprint, beganAt: root.madeAt, endedAt: isEnding ? (exchangeBeganAt ?? root.madeAt) : nil,
            renewed: Set(entries.compactMap { try? CredentialID($0.id) }))
    }

    /// When the rotation began whose roots are the present ones, and when it ended; nil for the first roots of a home.
    package var lastRotation: (beganAt: Date, endedAt: Date)? { rotatedAt.map { (deviceRoot.madeAt, $0) } }

    /// A damaged ledger is reported where certificates are issued.
    func readLastRotation() { rotatedAt = try? ledger().rotatedAt }

    /// Creates the next roots. Returns false if they exist already, and can take the place of the present ones. An end of an
    /// earlier overlap that was not stored completely comes first. The caller must then update the broker's identity.
    package func beginRotation(now: Date) throws(CertificateError) -> Bool {
        // The next roots would take part in the unfinished exchange at the next start.
        if try rootStore.isExchangePending { _ = try finishRotation(now: now) }
        try deviceRoot.check(at: now, named: "device")
        if let next = nextRoots {
            do throws(CertificateError) {
                try next.check(at: now)
                return false
            } catch {
                // The clock was ahead. What these roots have issued is not valid yet either.
                try withLock { () throws(CertificateError) in try rootStore.discardNextRoots() }
                roots.withLock { $0.next = nil }
            }
        }
        let next = try withLock { () throws(CertificateError) in
            try HomeRoots.Next(opening: rootStore, names: names, now: now)
        }
        roots.withLock { $0.next = next }
        return true
    }

    /// Puts the next roots into the place of the present ones, issues the gateway's own certificates again, with new keys,
    /// and revokes the certificates of devices that the former root issued. Returns false if no rotation runs. The caller
    /// must then update the identities of the broker and of the HTTPS endpoint.
    ///
    /// Changes nothing when the next roots are not valid yet. After any other failure the rotation runs on, with an end that
    /// is to be repeated.
    package func finishRotation(now: Date) throws(CertificateError) -> Bool {
        let isPending = try rootStore.isExchangePending
        if let next = nextRoots {
            // The gateway's own certificates come from these roots afterwards, and there is no way back.
            try next.check(at: now)
            if !isPending { exchangeBeganAt = now }
            try withLock { () throws(CertificateError) in try rootStore.exchange() }
            roots.withLock { roots in
                roots.device = next.device
                roots.web = next.web
                roots.next = nil
            }
        } else {
            guard isPending else { return false }
        }
        try finishExchange(now: now)
        return true
    }

    /// If an exchange of the roots has not ended, revokes the certificates of devices that the former root issued, and
    /// issues those of the gateway again.
    func finishExchange(now: Date) throws(CertificateError) {
        guard try rootStore.isExchangePending else { return }
        let root = deviceRoot.certificate.fingerprint
        try changeLedger { $0.revokeAll(exceptOf: root, now: now) }
        rotatedAt = now
        try markUnusedCredentials()
        _ = try renewIfDue(now: now, replacingKeys: true)
        try withLock { () throws(CertificateError) in try rootStore.endExchange() }
        exchangeBeganAt = nil
    }
}
