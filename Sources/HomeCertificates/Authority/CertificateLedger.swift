import Foundation
import X509

/// Which device certificates are out, and which of them no longer count. Kept sealed in the secret store.
struct CertificateLedger: Codable, Equatable {
    struct Entry: Codable, Equatable {
        let id: String
        let serial: String
        let notAfter: Date
        var revokedAt: Date?
    }

    private(set) var entries: [Entry] = []
    /// Grows with every change of what is revoked.
    private(set) var revision = 1
    /// When it last changed. A list that were dated anew at every start would be refused after the clock fell back.
    private(set) var revisedAt: Date

    init(now: Date) { revisedAt = now }

    mutating func add(_ entry: Entry, now: Date) {
        // A certificate that has run out is refused for its date; its line is no longer needed.
        entries.removeAll { $0.notAfter < now.addingTimeInterval(-7 * 86_400) }
        entries.append(entry)
    }

    /// Revokes all of a device's certificates; says how many that were.
    mutating func revoke(id: String, now: Date) -> Int {
        revoke(where: { $0.id == id }, now: now)
    }

    mutating func revoke(serial: String, now: Date) -> Int {
        revoke(where: { $0.serial == serial }, now: now)
    }

    /// Of a device's certificates, those that count.
    func liveSerials(of id: String) -> Set<String> {
        Set(entries.filter { $0.id == id && $0.revokedAt == nil }.map(\.serial))
    }

    /// They count again, as they did before they were revoked.
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

    /// The list for the broker. Its authority is the file in place, not its date, so it never runs out before the root.
    func revocationList(root: RootAuthority) -> RevocationList {
        RevocationList(
            entries: entries.compactMap { entry in
                entry.revokedAt.flatMap { date in bytes(of: entry.serial).map { .init(serial: $0, revokedAt: date) } }
            },
            number: revision,
            thisUpdate: revisedAt.addingTimeInterval(-RootAuthority.clockSkewSeconds),
            nextUpdate: root.certificate.notValidAfter)
    }

    private func bytes(of hexadecimal: String) -> [UInt8]? {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        guard digits.count == hexadecimal.count, digits.count.isMultiple(of: 2), !digits.isEmpty else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
