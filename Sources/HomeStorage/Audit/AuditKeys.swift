import Crypto
package import Foundation

/// The two secrets of the log: one encrypts the entries, the other signs the heads of the chains.
package struct AuditKeys: Sendable {
    package static let sealingBytes = 32
    package static let signingBytes = 32

    /// Each record contains this id, so that later keys can exist beside this one.
    let id: UInt32
    let sealing: SymmetricKey
    let signing: Curve25519.Signing.PrivateKey

    /// `sealing` is an AES-256 key, `signing` the raw private half of an Ed25519 key. Throws `.wrongKeyLength`.
    package init(id: UInt32 = 1, sealing: Data, signing: Data) throws(AuditError) {
        guard sealing.count == Self.sealingBytes else {
            throw .wrongKeyLength(bytes: sealing.count, expectedBytes: Self.sealingBytes)
        }
        guard let signingKey = try? Curve25519.Signing.PrivateKey(rawRepresentation: signing) else {
            throw .wrongKeyLength(bytes: signing.count, expectedBytes: Self.signingBytes)
        }
        self.id = id
        self.sealing = SymmetricKey(data: sealing)
        self.signing = signingKey
    }

    /// Returns random bytes for two new keys, for the secret store.
    package static func makeBytes() -> (sealing: Data, signing: Data) {
        let sealing = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        return (sealing, Curve25519.Signing.PrivateKey().rawRepresentation)
    }
}

extension AuditKeys: CustomStringConvertible, CustomReflectable {
    package var description: String { "<redacted>" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
