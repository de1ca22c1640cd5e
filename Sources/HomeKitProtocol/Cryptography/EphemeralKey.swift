import Crypto

/// The X25519 key of one Pair-Verify.
struct EphemeralKey {
    private let key: Curve25519.KeyAgreement.PrivateKey

    init() { key = Curve25519.KeyAgreement.PrivateKey() }

    init?(bytes: [UInt8]) {
        guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes) else { return nil }
        self.key = key
    }

    static let byteCount = 32

    var publicKey: [UInt8] { Array(key.publicKey.rawRepresentation) }

    /// The secret that both sides share. Throws `.invalid` for a key of another length, and for one with which the
    /// secret would be zero whatever the private key is.
    func sharedSecret(with other: [UInt8]) throws(PairingFailure) -> SymmetricKey {
        guard let publicKey = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: other),
            let secret = try? key.sharedSecretFromKeyAgreement(with: publicKey)
        else { throw .invalid(.publicKey) }
        let bytes = secret.withUnsafeBytes { SymmetricKey(data: $0) }
        guard bytes.withUnsafeBytes({ $0.contains { $0 != 0 } }) else { throw .invalid(.publicKey) }
        return bytes
    }
}
