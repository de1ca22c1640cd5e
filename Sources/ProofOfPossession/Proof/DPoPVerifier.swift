import Crypto
package import Foundation
package import HomeModel
import JWTKit

/// The reason why a proof was rejected.
package enum DPoPRejection: Error, Hashable, Sendable {
    case malformed
    /// The proof has no nonce of the gateway, or one that is too old. The response has a fresh one.
    case staleNonce
    case badSignature
    /// The proof was made for another method, address or token.
    case otherRequest
    case replayed
    /// More proofs arrived than can be stored.
    case busy
}

/// The verified fact that the sender of a request has a key, and the digest that the request's body must have.
package struct VerifiedDPoPProof: Hashable, Sendable {
    package let key: KeyThumbprint
    fileprivate let bodyDigest: String?

    /// Whether the proof covers this body. An empty one needs no digest.
    package func covers(_ body: Data) -> Bool {
        guard let bodyDigest else { return body.isEmpty }
        return bodyDigest == DPoPDigests.body(body)
    }

    /// Whether the proof covers a body with this digest, for callers that do not have the whole body in memory.
    package func covers(sha256 digest: [UInt8]) -> Bool { bodyDigest == DPoPDigests.body(sha256: digest) }
}

/// A proof that is valid for its request but may have been used before. Only `DPoPVerifier.use` makes a `VerifiedDPoPProof`
/// of it.
package struct CheckedDPoPProof: Sendable {
    package let key: KeyThumbprint
    fileprivate let claims: DPoPClaims
}

/// Checks proofs of possession. Source: RFC 9449 §4.3, with nonces of the server (§8) in place of clocks.
package struct DPoPVerifier: Sendable {
    static let maximumBytes = 4096

    private let replayCache: DPoPReplayCache

    /// `uptime` is a monotonic clock.
    package init(uptime: @escaping @Sendable () -> Duration) { self.init(limits: DPoPReplayLimits(), uptime: uptime) }

    init(limits: DPoPReplayLimits, uptime: @escaping @Sendable () -> Duration) {
        replayCache = DPoPReplayCache(limits: limits, uptime: uptime)
    }

    /// The nonce that the next proofs must carry.
    package var nonce: String { replayCache.nonce }

    /// Checks that the proof is valid for exactly this request, or throws. `url` is the whole address of the request,
    /// its query included; `token` is the token that the request carries beside the proof.
    package func check(
        _ proof: String, method: String, url: String, token: String?
    ) async throws(DPoPRejection) -> CheckedDPoPProof {
        let header = try Self.header(of: proof)
        guard let key = header.key.thumbprint else { throw .malformed }
        let claims = try await Self.claims(of: proof, signedBy: header.key)
        guard claims.htm == method, claims.htu == url, claims.ath == token.map(DPoPDigests.token) else {
            throw .otherRequest
        }
        guard (1...128).contains(claims.jti.utf8.count) else { throw .malformed }
        guard replayCache.accepts(claims.nonce) else { throw .staleNonce }
        return CheckedDPoPProof(key: key, claims: claims)
    }

    /// Accepts a proof once: throws `.replayed` for one that was used before, `.staleNonce` when its nonce has expired
    /// in the meantime, and `.busy` when no more can be stored. Callers must know by then who sent it, because the
    /// proofs of unknown senders are stored separately.
    package func use(_ proof: CheckedDPoPProof, of sender: DPoPSender) throws(DPoPRejection) -> VerifiedDPoPProof {
        let claims = proof.claims
        switch replayCache.record(claims.jti, of: proof.key.description, nonce: claims.nonce, by: sender) {
        case .new: return VerifiedDPoPProof(key: proof.key, bodyDigest: claims.contentDigest)
        case .stale: throw .staleNonce
        case .seen: throw .replayed
        case .full: throw .busy
        }
    }

    private static func header(of proof: String) throws(DPoPRejection) -> DPoPHeader {
        let parts = proof.split(separator: ".", omittingEmptySubsequences: false)
        guard proof.utf8.count <= maximumBytes, parts.count == 3, let bytes = Data(base64URL: String(parts[0])),
            let header = try? JSONDecoder().decode(DPoPHeader.self, from: bytes)
        else { throw .malformed }
        return header
    }

    private static func claims(of proof: String, signedBy key: PublicKey) async throws(DPoPRejection) -> DPoPClaims {
        let keys = JWTKeyCollection()
        do {
            await keys.add(ecdsa: try ES256PublicKey(parameters: (x: key.x, y: key.y)))
            return try await keys.verify(Array(proof.utf8), as: DPoPClaims.self)
        } catch is DecodingError {
            throw .malformed
        } catch {
            throw .badSignature
        }
    }
}

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

/// The digests in a proof.
enum DPoPDigests {
    /// The digest of an access token for the claim `ath`. Source: RFC 9449 §4.2.
    static func token(_ token: String) -> String { Data(SHA256.hash(data: Data(token.utf8))).base64URL }

    /// The digest of a request body for the claim `content-digest`. Source: RFC 9530 §2.
    static func body(_ body: Data) -> String { self.body(sha256: Array(SHA256.hash(data: body))) }

    static func body(sha256 digest: [UInt8]) -> String { "sha-256=:\(Data(digest).base64EncodedString()):" }
}
