import Foundation
import HomeModel

/// Records of one kind in the store of secrets, each under a prefix and an id. What is saved is on disk when `save`
/// returns.
package struct SealedRecords<Record: Codable & Sendable>: Sendable {
    private let secrets: SecretStore
    private let prefix: String

    /// Ids, and the prefix, may have lower-case letters, digits and hyphens.
    package init(_ type: Record.Type, secrets: SecretStore, prefix: String) {
        self.secrets = secrets
        self.prefix = prefix
    }

    /// The ids of all stored records.
    package func ids() throws(CertificateError) -> [String] {
        try secrets.names(withPrefix: prefix).map { String($0.dropFirst(prefix.count)) }
    }

    /// Returns nil if there is no such record. Throws `.secretDamaged` if it cannot be read.
    package func record(_ id: String) throws(CertificateError) -> Record? {
        guard let secret = try secrets.read(prefix + id) else { return nil }
        guard let record = try? JSONDecoder().decode(Record.self, from: Data(secret.exposed())) else {
            throw .secretDamaged(name: prefix + id)
        }
        return record
    }

    package func save(_ record: Record, as id: String) throws(CertificateError) {
        guard let bytes = try? JSONEncoder().encode(record) else { throw .secretNotEncrypted(name: prefix + id) }
        try secrets.write(Secret(bytes), as: prefix + id)
    }

    package func remove(_ id: String) throws(CertificateError) { try secrets.remove(prefix + id) }
}
