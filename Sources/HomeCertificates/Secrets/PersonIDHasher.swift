import Crypto
import Foundation
package import HomeModel

/// Hashes the ids of people with a key of this home. People who lack the key cannot test which name a hash belongs to.
package struct PersonIDHasher: Sendable {
    private static let name = "person-ids"

    private let key: SymmetricKey

    /// Reads the key, or creates it if there is none.
    package init(secrets: SecretStore) throws(CertificateError) {
        key = try secrets.readOrCreateKey(Self.name)
    }

    private init(key: SymmetricKey) { self.key = key }

    /// A hasher whose key is not kept, for a registry that is not stored.
    package static func ephemeral() -> PersonIDHasher { PersonIDHasher(key: SymmetricKey(size: .bits256)) }

    package func hash(of person: PersonID) -> PersonIDHash {
        let code = HMAC<SHA256>.authenticationCode(for: Array(person.rawValue.utf8), using: key)
        return PersonIDHash(rawValue: Array(code).hexadecimal)
    }
}
