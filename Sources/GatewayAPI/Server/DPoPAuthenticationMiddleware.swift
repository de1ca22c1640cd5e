import GatewayCore
import HTTPTypes
import HomeModel
import Hummingbird
import ProofOfPossession

/// Authenticates requests at the HTTPS endpoint: by the token of a session or a bound service token, each with a DPoP
/// proof of its key, or by a service token without a key, which can only read.
///
/// A request without credentials passes without an identity; whether a route needs one depends on the context with
/// which it is mounted. A request with an invalid proof or token is refused here.
struct DPoPAuthenticationMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    static let proof = HTTPField.Name("DPoP")

    let verifier: DPoPVerifier
    let sessions: SessionRegistry
    let clients: ClientService

    func handle(
        _ request: Request, context: BaseRequestContext, next: (Request, BaseRequestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let credential = try Credential(request.headers[values: .authorization])
        let proof = try await proof(of: request, token: credential?.boundToken)
        // Marks the proof as used before the token is checked: a token that is refused now may be valid again while the
        // proof is still valid.
        if let proof, await sessions.isPaired(proof.key) {
            context.possession = try await use(proof, of: .authenticated, credential: credential)
        }
        context.identity = try await identity(credential, key: proof?.key, reading: request.isReadOnly)
        if let proof, context.possession == nil {
            context.possession = try await use(
                proof, of: context.identity == nil ? .unauthenticated : .authenticated, credential: credential)
        }
        return try await next(request, context)
    }

    private func use(
        _ proof: CheckedDPoPProof, of sender: DPoPSender, credential: Credential?
    ) async throws -> VerifiedDPoPProof {
        try await refusing(credential?.boundToken) { () throws(DPoPRejection) in
            try verifier.use(proof, of: sender)
        }
    }

    private func proof(of request: Request, token: String?) async throws -> CheckedDPoPProof? {
        guard let name = Self.proof else { return nil }
        let proofs = request.headers[values: name]
        guard let proof = proofs.first else { return nil }
        guard proofs.count == 1, let authority = request.head.authority else { throw Problem.refused(.malformed) }
        return try await refusing(token) { () async throws(DPoPRejection) in
            try await verifier.check(
                proof, method: request.method.rawValue,
                url: "https://\(authority.lowercased())\(request.head.path ?? "/")", token: token)
        }
    }

    private func refusing<Result>(
        _ token: String?, looking: () async throws(DPoPRejection) -> Result
    ) async throws -> Result {
        do throws(DPoPRejection) {
            return try await looking()
        } catch {
            // A stale nonce is normal and is not recorded.
            if error != .staleNonce { await clients.recordStranger("\(error)", token: token) }
            throw Problem.refused(error)
        }
    }

    private func identity(
        _ credential: Credential?, key: KeyThumbprint?, reading isReadOnly: Bool
    ) async throws -> Identity? {
        switch credential {
        case nil: return nil
        case .bound(let token):
            guard let key else {
                // A bound token without a proof is the clearest sign of a stolen token.
                await clients.recordStranger("noProof", token: token)
                throw Problem.keyNeeded
            }
            if let identity = await sessions.identity(access: token, key: key) { return identity }
            if let identity = await sessions.identity(token: token, key: key) { return identity }
            return try await refuse(token)
        case .bearer(let token):
            // A token without a key changes nothing, even if it is stolen, whatever rights its person has.
            guard isReadOnly else { throw Problem.keyNeeded }
            if let identity = await sessions.identity(token: token, key: nil) { return identity }
            return try await refuse(token)
        }
    }

    private func refuse(_ token: String) async throws -> Identity? {
        await clients.recordStranger("token", token: token)
        throw ActionRefusal.unauthenticated
    }
}

/// Adds the nonce for the next DPoP proof to every response, also to refusals.
struct DPoPNonceMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    private static let nonce = HTTPField.Name("DPoP-Nonce")

    let verifier: DPoPVerifier

    func handle(
        _ request: Request, context: BaseRequestContext, next: (Request, BaseRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if let name = Self.nonce { response.headers[name] = verifier.nonce }
        return response
    }
}

/// The token in `Authorization`.
private enum Credential {
    /// A token that is valid only with a proof of its key.
    case bound(String)
    case bearer(String)

    init?(_ fields: [String]) throws {
        guard let field = fields.first else { return nil }
        let words = field.split(separator: " ", maxSplits: 1)
        guard fields.count == 1, words.count == 2, words[1].utf8.count <= 128 else {
            throw ActionRefusal.unauthenticated
        }
        switch words[0].lowercased() {
        case "dpop": self = .bound(String(words[1]))
        case "bearer": self = .bearer(String(words[1]))
        default: throw ActionRefusal.unauthenticated
        }
    }

    var boundToken: String? {
        if case .bound(let token) = self { token } else { nil }
    }
}
