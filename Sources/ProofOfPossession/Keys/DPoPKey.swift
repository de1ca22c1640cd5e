import Crypto
package import Foundation
package import HomeModel
import JWTKit

/// A client's private key, which never leaves the client. It signs proofs.
package struct DPoPKey: Sendable {
    package let thumbprint: KeyThumbprint
    private let key: P256.Signing.PrivateKey
    private let publicKey: PublicKey

    package init() throws { try self.init(P256.Signing.PrivateKey()) }

    /// Throws when the text holds no P-256 key.
    package init(pem: String) throws { try self.init(P256.Signing.PrivateKey(pemRepresentation: pem)) }

    private init(_ key: P256.Signing.PrivateKey) throws {
        let point = key.publicKey.rawRepresentation
        guard let publicKey = PublicKey(x: point.prefix(32).base64URL, y: point.suffix(32).base64URL),
            let thumbprint = publicKey.thumbprint
        else { throw DPoPRejection.malformed }
        self.key = key
        self.publicKey = publicKey
        self.thumbprint = thumbprint
    }

    /// The private key in PEM, for a file that only its owner can open.
    package var exposedPEM: String { key.pemRepresentation }

    /// Returns a signed proof for one request. `nonce` is the last one from the gateway; nil before the first one.
    package func proof(
        method: String, url: String, token: String?, body: Data?, nonce: String?, now: Date
    ) async throws -> String {
        let claims = DPoPClaims(
            jti: UUID().uuidString, htm: method, htu: url, iat: Int(now.timeIntervalSince1970), nonce: nonce,
            ath: token.map(DPoPDigests.token), contentDigest: body.map(DPoPDigests.body))
        let jwk: JWTHeaderField = .object([
            "kty": .string("EC"), "crv": .string("P-256"), "x": .string(publicKey.x), "y": .string(publicKey.y),
        ])
        let keys = JWTKeyCollection()
        await keys.add(ecdsa: try ES256PrivateKey(backing: key))
        return try await keys.sign(claims, header: ["typ": "dpop+jwt", "jwk": jwk])
    }
}
