import Crypto

/// The private Ed25519 key of a controller or accessory. Its descriptions do not contain it.
package struct LongTermKey: Sendable, CustomStringConvertible, CustomReflectable {
    private let key: Curve25519.Signing.PrivateKey

    /// A fresh key.
    package init() { key = Curve25519.Signing.PrivateKey() }

    /// Nil unless these are the 32 bytes of a key.
    package init?(bytes: [UInt8]) {
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes) else { return nil }
        self.key = key
    }

    /// The 32 bytes of the key, for a store that encrypts them.
    package var exposedBytes: [UInt8] { Array(key.rawRepresentation) }

    package var publicKey: LongTermPublicKey { LongTermPublicKey(unchecked: Array(key.publicKey.rawRepresentation)) }

    func signature(for message: [UInt8]) throws(PairingFailure) -> [UInt8] {
        guard let signature = try? key.signature(for: message) else { throw .cryptography }
        return Array(signature)
    }

    package var description: String { "LongTermKey(hidden)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
