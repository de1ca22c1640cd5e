package import Foundation

/// The new credential of a device, and the previous one, which `undo` can restore.
package struct CredentialReplacement: Sendable {
    package let record: CredentialRecord
    /// Nil if the record has a password.
    package fileprivate(set) var certificate: IssuedCredential?
    fileprivate let before: CredentialRecord?
    /// The serial numbers of the previous certificates that the exchange revoked.
    fileprivate var replaced: Set<String> = []

    /// Whether the device had no credential before.
    package var isFirst: Bool { before == nil && replaced.isEmpty }
}

extension HomeCertificates {
    /// Gives a device a new credential, the password of `record` or else a new certificate, and revokes all its
    /// previous credentials. The caller must then update the broker's identity and access rules. The key of the
    /// certificate is returned and not stored.
    package func replaceCredential(for record: CredentialRecord, now: Date) throws(CertificateError)
        -> CredentialReplacement
    {
        let before = try register().records.first { $0.id == record.id }
        let isAwaited = try isCutOff(before)
        let record = isAwaited && record.passwordHash == nil ? record.awaited() : record
        // Throws `.macTaken` here if another device has the MAC address.
        try self.record(record)
        var exchange = CredentialReplacement(record: record, before: before)
        do throws(CertificateError) {
            exchange.replaced = try changeLedger { ledger in
                let live = ledger.liveSerials(of: record.id.rawValue)
                _ = ledger.revoke(id: record.id.rawValue, now: now)
                return live
            }
            if record.passwordHash == nil { exchange.certificate = try issueDevice(id: record.id, now: now) }
            return exchange
        } catch {
            if (try? undo(exchange, now: now)) != true {
                try? exchange.isFirst ? removeRecord(record.id) : revokeCredential(record.id, now: now)
            }
            throw error
        }
    }

    /// Whether the device of this record has not connected since the end of a rotation cut it off.
    private func isCutOff(_ record: CredentialRecord?) throws(CertificateError) -> Bool {
        guard let record, record.endedAt == nil else { return false }
        if record.isAwaited == true { return true }
        return try credentialsWithoutCertificate().contains(record.id)
    }

    /// Restores the previous credential. Returns false if there was no valid one, or if another device has taken its
    /// MAC address meanwhile; the caller must then disconnect the device. A record that was changed since the exchange
    /// stays as it is.
    package func undo(_ exchange: CredentialReplacement, now: Date) throws(CertificateError) -> Bool {
        if let certificate = exchange.certificate { _ = try revoke(serial: certificate.serial, now: now) }
        let id = exchange.record.id
        guard try register().records.first(where: { $0.id == id }) == exchange.record else { return true }
        guard !exchange.isFirst, exchange.before?.endedAt == nil else { return false }
        if let before = exchange.before {
            do { try record(before) } catch .macInUse { return false }
        } else {
            // A credential from before records existed has no record; its certificate is valid without one.
            try removeRecord(id)
        }
        try changeLedger { $0.reinstate(exchange.replaced, now: now) }
        return true
    }
}
