package import Foundation

/// One issued credential: its device, and whether it has a certificate or a password.
package struct CredentialRecord: Codable, Equatable, Sendable {
    package let id: CredentialID
    /// The device family as the request named it; empty for a credential without a recorded request.
    package let family: String
    /// The MAC address as twelve upper-case hexadecimal digits, for a device that announces itself by it.
    package let mac: String?
    /// The hash of the password that the broker stores; nil for a credential with a certificate.
    package let passwordHash: String?
    package let issuedAt: Date
    /// True while the gateway is still configuring the device: a credential that is in this state when the gateway
    /// starts is revoked. Nil for a credential from before this state existed.
    package private(set) var isProvisional: Bool?
    /// When the device first connected with this credential; nil while it has not, and for a credential from before this
    /// was recorded.
    package private(set) var firstUsedAt: Date?
    /// True while the device has not connected since the end of a rotation made its former certificate invalid; nil for
    /// others.
    private(set) var isAwaited: Bool?
    /// The time of revocation; nil for a valid credential. The device's connection and session are still to be closed.
    package var endedAt: Date?

    package init(
        id: CredentialID, family: String, mac: String? = nil, passwordHash: String? = nil, issuedAt: Date,
        isProvisional: Bool = false
    ) {
        self.id = id
        self.family = family
        self.mac = mac
        self.passwordHash = passwordHash
        self.issuedAt = issuedAt
        self.isProvisional = isProvisional ? true : nil
    }

    /// The record of a device that has connected.
    func used(at time: Date) -> CredentialRecord {
        var record = self
        record.firstUsedAt = time
        record.isAwaited = nil
        return record
    }

    /// The record of a device that the end of a rotation has cut off, until it connects.
    func awaited() -> CredentialRecord {
        var record = self
        record.isAwaited = true
        return record
    }

    /// The record of a device that is configured completely.
    func confirmed() -> CredentialRecord {
        var record = self
        record.isProvisional = nil
        return record
    }
}

/// All credential records, stored sealed beside the certificate ledger.
struct CredentialRegister: Codable, Equatable {
    private(set) var records: [CredentialRecord] = []

    /// Stores a record in place of the earlier one with the same id.
    mutating func put(_ record: CredentialRecord) {
        remove(record.id)
        records.append(record)
    }

    /// Marks a record as revoked. Creates the record if there is none.
    mutating func revokeCredential(_ id: CredentialID, now: Date) {
        var record = records.first { $0.id == id } ?? CredentialRecord(id: id, family: "", issuedAt: now)
        record.endedAt = record.endedAt ?? now
        put(record)
    }

    mutating func remove(_ id: CredentialID) { records.removeAll { $0.id == id } }
}
