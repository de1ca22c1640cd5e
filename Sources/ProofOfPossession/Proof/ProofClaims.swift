import JWTKit

/// What a proof says: this key sends this request, now. Source: RFC 9449 §4.2.
///
/// Beyond it, `htu` has the query too, and `content-digest` covers the body, written as RFC 9530 does.
struct ProofClaims: JWTPayload, Hashable {
    let jti: String
    let htm: String
    let htu: String
    let iat: Int
    let nonce: String?
    /// SHA-256 of the token that the proof goes with, base64url.
    let ath: String?
    let contentDigest: String?

    enum CodingKeys: String, CodingKey {
        case jti, htm, htu, iat, nonce, ath
        case contentDigest = "content-digest"
    }

    /// The claims are held against the request by `ProofVerifier`.
    func verify(using _: some JWTAlgorithm) async throws {}
}
