import JWTKit

/// The claims of a proof: this key sends this request, now. Source: RFC 9449 §4.2.
///
/// In addition to that, `htu` includes the query, and `content-digest` covers the body, in the form of RFC 9530.
struct DPoPClaims: JWTPayload, Hashable {
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

    /// Does nothing: `DPoPVerifier` compares the claims with the request.
    func verify(using _: some JWTAlgorithm) async throws {}
}
