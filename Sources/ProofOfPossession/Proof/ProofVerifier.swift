package import Foundation
package import HomeModel
import JWTKit

/// Why a proof was not believed.
package enum ProofRefusal: Error, Hashable, Sendable {
    case malformed
    /// Without a nonce of ours, or with one that is too old: the answer brings a fresh one.
    case staleNonce
    case badSignature
    /// Made for another method, address or token.
    case otherRequest
    case replayed
    /// More proofs than can be remembered.
    case busy
}

/// That the sender of a request holds a key, and what its body has to be.
package struct Possession: Hashable, Sendable {
    package let key: KeyThumbprint
    fileprivate let bodyDigest: String?

    /// Whether the proof covers this body. An empty one needs no digest.
    package func covers(_ body: Data) -> Bool {
        guard let bodyDigest else { return body.isEmpty }
        return bodyDigest == Digests.body(body)
    }
}

/// A proof that is good for its request and may have been used before: only `ProofVerifier.use` makes a possession of it.
package struct UnusedProof: Sendable {
    package let key: KeyThumbprint
    fileprivate let claims: ProofClaims
}

/// Checks proofs of possession. Source: RFC 9449 §4.3, with nonces of the server (§8) in place of clocks.
package struct ProofVerifier: Sendable {
    static let maximumBytes = 4096

    private let memory: ProofMemory

    /// `uptime` is a clock that nobody sets.
    package init(uptime: @escaping @Sendable () -> Duration) { self.init(limits: ProofLimits(), uptime: uptime) }

    init(limits: ProofLimits, uptime: @escaping @Sendable () -> Duration) {
        memory = ProofMemory(limits: limits, uptime: uptime)
    }

    /// The nonce that the next proofs must carry.
    package var nonce: String { memory.nonce }

    /// Whether the proof is one, for this very request. `url` is the whole address that was asked, its query included;
    /// `token` what the request carries beside the proof.
    package func check(
        _ proof: String, method: String, url: String, token: String?
    ) async throws(ProofRefusal) -> UnusedProof {
        let header = try Self.header(of: proof)
        guard let key = header.key.thumbprint else { throw .malformed }
        let claims = try await Self.claims(of: proof, signedBy: header.key)
        guard claims.htm == method, claims.htu == url, claims.ath == token.map(Digests.token) else {
            throw .otherRequest
        }
        guard (1...128).contains(claims.jti.utf8.count) else { throw .malformed }
        guard memory.takes(claims.nonce) else { throw .staleNonce }
        return UnusedProof(key: key, claims: claims)
    }

    /// Believes a proof once. To be called when it is known who sent it: strangers are remembered apart.
    package func use(_ proof: UnusedProof, of sender: ProofSender) throws(ProofRefusal) -> Possession {
        let claims = proof.claims
        switch memory.note(claims.jti, of: proof.key.description, nonce: claims.nonce, by: sender) {
        case .new: return Possession(key: proof.key, bodyDigest: claims.contentDigest)
        case .stale: throw .staleNonce
        case .seen: throw .replayed
        case .full: throw .busy
        }
    }

    private static func header(of proof: String) throws(ProofRefusal) -> ProofHeader {
        let parts = proof.split(separator: ".", omittingEmptySubsequences: false)
        guard proof.utf8.count <= maximumBytes, parts.count == 3, let bytes = Data(base64URL: String(parts[0])),
            let header = try? JSONDecoder().decode(ProofHeader.self, from: bytes)
        else { throw .malformed }
        return header
    }

    private static func claims(of proof: String, signedBy key: PublicKey) async throws(ProofRefusal) -> ProofClaims {
        let keys = JWTKeyCollection()
        do {
            await keys.add(ecdsa: try ES256PublicKey(parameters: (x: key.x, y: key.y)))
            return try await keys.verify(Array(proof.utf8), as: ProofClaims.self)
        } catch is DecodingError {
            throw .malformed
        } catch {
            throw .badSignature
        }
    }
}
