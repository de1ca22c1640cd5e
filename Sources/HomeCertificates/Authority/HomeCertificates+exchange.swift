package import Foundation

/// What a device gets in by from now on, and what it had before.
package struct CredentialExchange: Sendable {
    package let record: CredentialRecord
    /// Nil where the record has a password.
    package fileprivate(set) var certificate: IssuedCredential?
    fileprivate let before: CredentialRecord?
    /// Of the certificates that count no more.
    fileprivate var replaced: Set<String> = []

    /// Whether the device had nothing before.
    package var isFirst: Bool { before == nil && replaced.isEmpty }
}

extension HomeCertificates {
    /// Lets a device in by the password of `record`, else by a new certificate, and by nothing that it had before. The
    /// broker must then be given its identity and rules again. The certificate's key is handed out and forgotten.
    package func exchange(for record: CredentialRecord, now: Date) throws(CertificateError) -> CredentialExchange {
        let before = try register().records.first { $0.id == record.id }
        // An address that is taken ends it here.
        try self.record(record)
        var exchange = CredentialExchange(record: record, before: before)
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
                try? exchange.isFirst ? forget(record.id) : end(record.id, now: now)
            }
            throw error
        }
    }

    /// What the device had before is good again; false when that is nothing, or another has its address by now: then
    /// the device must be cut. A record that was changed since the exchange stays as it is.
    package func undo(_ exchange: CredentialExchange, now: Date) throws(CertificateError) -> Bool {
        if let certificate = exchange.certificate { _ = try revoke(serial: certificate.serial, now: now) }
        let id = exchange.record.id
        guard try register().records.first(where: { $0.id == id }) == exchange.record else { return true }
        guard !exchange.isFirst, exchange.before?.endedAt == nil else { return false }
        if let before = exchange.before {
            do { try record(before) } catch .macTaken { return false }
        } else {
            // One of before there were records had none, and its certificate counts by itself.
            try forget(id)
        }
        try changeLedger { $0.reinstate(exchange.replaced, now: now) }
        return true
    }
}
