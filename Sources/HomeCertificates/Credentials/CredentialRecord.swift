package import Foundation

/// Who was let in, and how.
package struct CredentialRecord: Codable, Equatable, Sendable {
    package let id: CredentialID
    /// Of which family the device is, in the words of whoever asked.
    package let family: String
    /// Twelve upper-case hexadecimal digits, for a device that announces itself by them.
    package let mac: String?
    /// What the broker keeps of its password; nil for one with a certificate.
    package let passwordHash: String?
    package let issuedAt: Date
    /// Since when it is taken back; its connection and its session are still to be cut.
    package var endedAt: Date?

    package init(id: CredentialID, family: String, mac: String? = nil, passwordHash: String? = nil, issuedAt: Date) {
        self.id = id
        self.family = family
        self.mac = mac
        self.passwordHash = passwordHash
        self.issuedAt = issuedAt
    }
}

/// Every record, kept sealed beside the ledger of certificates.
struct CredentialRegister: Codable, Equatable {
    private(set) var records: [CredentialRecord] = []

    /// One for each id: what was recorded of it before is replaced.
    mutating func put(_ record: CredentialRecord) {
        remove(record.id)
        records.append(record)
    }

    /// Marks it as taken back; one that nobody recorded is recorded so.
    mutating func end(_ id: CredentialID, now: Date) {
        var record = records.first { $0.id == id } ?? CredentialRecord(id: id, family: "", issuedAt: now)
        record.endedAt = record.endedAt ?? now
        put(record)
    }

    mutating func remove(_ id: CredentialID) { records.removeAll { $0.id == id } }
}
