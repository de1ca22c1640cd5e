package import Foundation

// The records of issued credentials. A revoked record stays until the device's connection and session are closed, so
// that the next start of the gateway can complete a revocation that was interrupted.
extension HomeCertificates {
    /// Every credential that is issued or being revoked, including certificates from before records existed.
    package func records() throws(CertificateError) -> [CredentialRecord] {
        let records = try register().records
        let known = Set(records.map(\.id))
        let others = Set(try ledger().entries.filter { $0.revokedAt == nil }.compactMap { try? CredentialID($0.id) })
            .subtracting(known).map { CredentialRecord(id: $0, family: "", issuedAt: .distantPast) }
        return (records + others).sorted { $0.id < $1.id }
    }

    /// Stores a record. Throws `.macTaken` if another device already has its MAC address.
    package func record(_ record: CredentialRecord) throws(CertificateError) {
        if let mac = record.mac, let owner = try owner(of: mac), owner != record.id {
            throw .macInUse(mac, by: owner)
        }
        try changeRegister { $0.put(record) }
    }

    /// The credential that was issued to the device with this MAC address (twelve upper-case hexadecimal digits); nil
    /// if there is none.
    package func owner(of mac: String) throws(CertificateError) -> CredentialID? {
        try register().records.first { $0.mac == mac && $0.endedAt == nil }?.id
    }

    /// Revokes every credential of the device. The caller must then update the broker's identity and access rules.
    package func revokeCredential(_ id: CredentialID, now: Date) throws(CertificateError) {
        try changeRegister { $0.revokeCredential(id, now: now) }
        _ = try revoke(device: id, now: now)
    }

    /// Records that the device of a provisional credential is configured. Returns false if the credential is no longer
    /// valid.
    package func confirm(_ id: CredentialID) throws(CertificateError) -> Bool {
        guard let record = try register().records.first(where: { $0.id == id }), record.endedAt == nil else {
            return false
        }
        try changeRegister { $0.put(record.confirmed()) }
        return true
    }

    /// Records that the device has connected with its present credential. Does nothing for a credential that is revoked or
    /// has no record, and when an earlier connection was recorded.
    package func recordUse(of id: CredentialID, at time: Date) throws(CertificateError) {
        guard let record = try register().records.first(where: { $0.id == id }), record.endedAt == nil,
            record.firstUsedAt == nil
        else { return }
        try changeRegister { $0.put(record.used(at: time)) }
    }

    /// Removes the record. To be called once the device's connection and session are closed.
    package func removeRecord(_ id: CredentialID) throws(CertificateError) {
        try changeRegister { $0.remove(id) }
    }

    /// The latest expiry date among the valid certificates of each device.
    package func expiries() throws(CertificateError) -> [CredentialID: Date] {
        try ledger().entries.reduce(into: [:]) { dates, entry in
            guard entry.revokedAt == nil, let id = try? CredentialID(entry.id) else { return }
            dates[id] = max(dates[id] ?? .distantPast, entry.notAfter)
        }
    }

    /// The credentials whose device needs a certificate and has no valid one any more, because it was not set up again before its
    /// root was replaced. They stay until the device gets a new credential or is removed.
    package func credentialsWithoutCertificate() throws(CertificateError) -> Set<CredentialID> {
        let valid = Set(try ledger().entries.filter { $0.revokedAt == nil }.map(\.id))
        let records = try register().records.filter { $0.endedAt == nil && $0.passwordHash == nil }
        return Set(records.map(\.id).filter { !valid.contains($0.rawValue) })
    }

    /// The credentials that were issued to devices that the end of a rotation cut off, and with which these have not connected
    /// yet.
    package func credentialsAwaitingUse() throws(CertificateError) -> Set<CredentialID> {
        let waiting = try register().records.filter { $0.endedAt == nil && $0.isAwaited == true }
        return Set(waiting.map(\.id)).subtracting(try credentialsWithoutCertificate())
    }

    /// Takes note of the devices that got a new certificate during the overlap, and have not connected with it yet. Callers do
    /// this at the end of the overlap, after the certificates of the former root were revoked.
    func markUnusedCredentials() throws(CertificateError) {
        let root = deviceRoot.certificate.fingerprint
        let entries = try ledger().entries
        let former = Set(entries.filter { $0.root != root }.map(\.id))
        let renewed = former.intersection(entries.filter { $0.revokedAt == nil }.map(\.id))
        try changeRegister { register in
            for record in register.records
            where record.endedAt == nil && record.passwordHash == nil && record.firstUsedAt == nil
                && renewed.contains(record.id.rawValue)
            {
                register.put(record.awaited())
            }
        }
    }

    /// Whether at least one device has a password.
    func isCompatibilityNeeded() throws(CertificateError) -> Bool {
        try register().records.contains { $0.passwordHash != nil && $0.endedAt == nil }
    }
}
