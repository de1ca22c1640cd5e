import Crypto
import CryptoExtras
import Foundation
package import HomeModel

/// Hashes PINs with scrypt and with a key of this home: each guess is expensive, and a hash is useless without the key.
package struct PINHasher: Sendable {
    package static let saltBytes = 16
    /// scrypt's N: 16 MB and some tens of milliseconds for each attempt. A stored hash does not contain it, so that
    /// with another value no stored PIN matches any more.
    package static let standardRounds = 1 << 14

    private let key: SymmetricKey
    private let rounds: Int

    /// Reads the key, or creates it if there is none. `rounds` is a power of two.
    package init(secrets: SecretStore, rounds: Int = standardRounds) throws(CertificateError) {
        self.rounds = rounds
        let fresh = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        key = SymmetricKey(data: try secrets.readOrCreate("pin-key") { Secret(fresh) }.exposed())
    }

    package func newSalt() -> [UInt8] {
        SymmetricKey(size: SymmetricKeySize(bitCount: Self.saltBytes * 8)).withUnsafeBytes { Array($0) }
    }

    /// The hash of `pin`; nil only if memory is short.
    package func hash(_ pin: Secret, salt: [UInt8]) -> [UInt8]? {
        guard
            let hard = try? KDF.Scrypt.deriveKey(
                from: pin.exposed(), salt: salt, outputByteCount: 32, rounds: rounds, blockSize: 8, parallelism: 1)
        else { return nil }
        return hard.withUnsafeBytes { Array(HMAC<SHA256>.authenticationCode(for: $0, using: key)) }
    }

    /// Whether `hash` is the hash of `pin`. The comparison takes the same time for every wrong PIN.
    package func isHash(_ hash: [UInt8], of pin: Secret, salt: [UInt8]) -> Bool {
        guard let found = self.hash(pin, salt: salt), found.count == hash.count else { return false }
        return zip(found, hash).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
