package import Foundation

// Who is let in. A record that is taken back stays until the device's connection and session are cut: whatever ends the
// gateway in between, the next one knows what is left to do.
extension HomeCertificates {
    /// Every credential that is out or being taken back; certificates of before there were records included.
    package func records() throws(CertificateError) -> [CredentialRecord] {
        let records = try register().records
        let known = Set(records.map(\.id))
        let others = Set(try ledger().entries.filter { $0.revokedAt == nil }.compactMap { try? CredentialID($0.id) })
            .subtracting(known).map { CredentialRecord(id: $0, family: "", issuedAt: .distantPast) }
        return (records + others).sorted { $0.id < $1.id }
    }

    /// Throws `.macTaken` when another device announces itself by the same address.
    package func record(_ record: CredentialRecord) throws(CertificateError) {
        if let mac = record.mac, let owner = try owner(of: mac), owner != record.id {
            throw .macTaken(mac, by: owner)
        }
        try changeRegister { $0.put(record) }
    }

    /// Whose credential was issued for the device of this address: twelve upper-case hexadecimal digits.
    package func owner(of mac: String) throws(CertificateError) -> CredentialID? {
        try register().records.first { $0.mac == mac && $0.endedAt == nil }?.id
    }

    /// Takes back everything by which the device gets in. The broker must then be given its identity and rules again.
    package func end(_ id: CredentialID, now: Date) throws(CertificateError) {
        try changeRegister { $0.end(id, now: now) }
        _ = try revoke(device: id, now: now)
    }

    /// Nothing of it is left to be cut.
    package func forget(_ id: CredentialID) throws(CertificateError) {
        try changeRegister { $0.remove(id) }
    }

    /// When the last of the certificates that a device holds runs out.
    package func expiries() throws(CertificateError) -> [CredentialID: Date] {
        try ledger().entries.reduce(into: [:]) { dates, entry in
            guard entry.revokedAt == nil, let id = try? CredentialID(entry.id) else { return }
            dates[id] = max(dates[id] ?? .distantPast, entry.notAfter)
        }
    }

    /// Whether a device gets in by a password.
    func isCompatibilityNeeded() throws(CertificateError) -> Bool {
        try register().records.contains { $0.passwordHash != nil && $0.endedAt == nil }
    }
}
