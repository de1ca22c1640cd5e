import Crypto
import Foundation
import HomeModel
import JWTKit

/// The public half of a client's key: a point on P-256, as a proof's header carries it. Source: RFC 7517, RFC 7638.
struct PublicKey: Hashable, Sendable {
    let x: String
    let y: String

    /// Nil unless both are 32 bytes in canonical base64url, because another spelling would have another thumbprint.
    init?(x: String, y: String) {
        for part in [x, y] {
            guard let bytes = Data(base64URL: part), bytes.count == 32, bytes.base64URL == part else { return nil }
        }
        self.x = x
        self.y = y
    }

    /// The thumbprint of the key. Source: RFC 7638.
    var thumbprint: KeyThumbprint? {
        let members = #"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#
        return KeyThumbprint(Data(SHA256.hash(data: Data(members.utf8))).base64URL)
    }
}

/// The header of a proof, decoded before the signature is checked. Decoding throws when the header is not that of a
/// proof.
struct DPoPHeader: Decodable {
    /// A JSON Web Key. Source: RFC 7517.
    private struct JWK: Decodable {
        let kty: String
        let crv: String
        let x: String
        let y: String
        let d: String?
    }

    private enum CodingKeys: CodingKey { case typ, alg, jwk }

    let key: PublicKey

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let jwk = try container.decode(JWK.self, forKey: .jwk)
        guard try container.decode(String.self, forKey: .typ) == "dpop+jwt",
            try container.decode(String.self, forKey: .alg) == "ES256", jwk.kty == "EC", jwk.crv == "P-256",
            // A client that sends the private half has exposed it.
            jwk.d == nil, let key = PublicKey(x: jwk.x, y: jwk.y)
        else { throw DPoPRejection.malformed }
        self.key = key
    }
}
