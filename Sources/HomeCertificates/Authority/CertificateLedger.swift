import Foundation
import HomeModel
import X509

/// The issued device certificates, and which of them are revoked. Stored sealed in the secret store.
struct CertificateLedger: Codable, Equatable {
    /// One issued certificate. `id` is the device's credential id; `serial` is hexadecimal.
    struct Entry: Codable, Equatable {
        let id: String
        let serial: String
        let notAfter: Date
        var revokedAt: Date?
        /// The fingerprint of the root that issued it; nil in entries of earlier versions, when there was only one.
        var root: String?
    }

    private(set) var entries: [Entry] = []
    /// Increases with every change of the set of revoked certificates.
    private(set) var revision = 1
    /// The time of the last change of the revoked certificates. The revocation list is dated with it: a list that got a
    /// new date at every start would be refused after the clock was set back.
    private(set) var revisedAt: Date
    /// When the last rotation of the roots ended; nil before the first end.
    private(set) var rotatedAt: Date?

    init(now: Date) { revisedAt = now }

    mutating func add(_ entry: Entry, now: Date) {
        // An expired certificate is refused because of its date, so its entry is no longer needed.
        entries.removeAll { $0.notAfter < now.addingTimeInterval(-CertificateLifetime.expiredEntry) }
        entries.append(entry)
    }

    /// Revokes all certificates of a device. Returns their number.
    mutating func revoke(id: String, now: Date) -> Int {
        revoke(where: { $0.id == id }, now: now)
    }

    /// Revokes the certificate with this serial number. Returns 0 if no valid certificate has it.
    mutating func revoke(serial: String, now: Date) -> Int {
        revoke(where: { $0.serial == serial }, now: now)
    }

    /// The serial numbers of the device's certificates that are not revoked.
    func liveSerials(of id: String) -> Set<String> {
        Set(entries.filter { $0.id == id && $0.revokedAt == nil }.map(\.serial))
    }

    /// Revokes all certificates that another root issued, at the end of a rotation.
    mutating func revokeAll(exceptOf root: String, now: Date) {
        _ = revoke(where: { $0.root != root }, now: now)
        rotatedAt = now
    }

    /// Makes these certificates valid again, as they were before they were revoked.
    mutating func reinstate(_ serials: Set<String>, now: Date) {
        let revoked = entries.indices.filter { entries[$0].revokedAt != nil && serials.contains(entries[$0].serial) }
        for index in revoked { entries[index].revokedAt = nil }
        if !revoked.isEmpty { revise(now) }
    }

    private mutating func revoke(where matches: (Entry) -> Bool, now: Date) -> Int {
        let live = entries.indices.filter { entries[$0].revokedAt == nil && matches(entries[$0]) }
        for index in live { entries[index].revokedAt = now }
        if !live.isEmpty { revise(now) }
        return live.count
    }

    private mutating func revise(_ now: Date) {
        revision += 1
        revisedAt = now
    }

    /// The revocation list for the broker. It expires only with the root, because the file in place is authoritative
    /// and not its date.
    func revocationList(root: RootAuthority) -> RevocationList {
        RevocationList(
            entries: entries.compactMap { entry in
                entry.revokedAt.flatMap { date in
                    [UInt8](hexadecimal: entry.serial.utf8).map { .init(serial: $0, revokedAt: date) }
                }
            },
            number: revision,
            thisUpdate: revisedAt.addingTimeInterval(-CertificateLifetime.clockSkew),
            nextUpdate: root.certificate.notValidAfter)
    }
}
