import Crypto
import Foundation

/// The key of one side that CASE uses once.
struct CASEKeyExchange: Sendable {
    private let key = P256.KeyAgreement.PrivateKey()

    /// The uncompressed point.
    var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    /// The secret that both sides share. Throws `.invalidPoint` if `other` is no point of the curve.
    func secret(with other: [UInt8]) throws(SessionEstablishmentFailure) -> SymmetricKey {
        guard let publicKey = try? P256.KeyAgreement.PublicKey(x963Representation: other) else { throw .invalidPoint }
        guard let secret = try? key.sharedSecretFromKeyAgreement(with: publicKey) else { throw .cryptography }
        return secret.withUnsafeBytes { SymmetricKey(data: $0) }
    }
}
