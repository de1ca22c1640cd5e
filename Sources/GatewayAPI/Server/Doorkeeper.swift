import GatewayCore
import HTTPTypes
import HomeModel
import Hummingbird
import ProofOfPossession

/// Who stands at the HTTPS door: a session or a bound token with a proof of its key, a reading token alone, or nobody.
///
/// It never refuses an unknown sender by itself: that is the route's, which is mounted for someone known or is not.
struct Doorkeeper: RouterMiddleware {
    typealias Context = DoorContext

    static let proof = HTTPField.Name("DPoP")

    let verifier: ProofVerifier
    let sessions: SessionRegister
    let clients: ClientService

    func handle(
        _ request: Request, context: DoorContext, next: (Request, DoorContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let credential = try Credential(request.headers[values: .authorization])
        let proof = try await proof(of: request, token: credential?.boundToken)
        // Before the token is looked at: one that is turned away now may be good again while the proof still is.
        if let proof, await sessions.isPaired(proof.key) {
            context.possession = try await use(proof, of: .known, credential)
        }
        context.identity = try await identity(credential, key: proof?.key, reading: request.isReading)
        if let proof, context.possession == nil {
            context.possession = try await use(proof, of: context.identity == nil ? .stranger : .known, credential)
        }
        return try await next(request, context)
    }

    private func use(
        _ proof: UnusedProof, of sender: ProofSender, _ credential: Credential?
    ) async throws -> Possession {
        try await refusing(credential?.boundToken) { () throws(ProofRefusal) in
            try verifier.use(proof, of: sender)
        }
    }

    private func proof(of request: Request, token: String?) async throws -> UnusedProof? {
        guard let name = Self.proof else { return nil }
        let proofs = request.headers[values: name]
        guard let proof = proofs.first else { return nil }
        guard proofs.count == 1, let authority = request.head.authority else { throw Problem.refused(.malformed) }
        return try await refusing(token) { () async throws(ProofRefusal) in
            try await verifier.check(
                proof, method: request.method.rawValue,
                url: "https://\(authority.lowercased())\(request.head.path ?? "/")", token: token)
        }
    }

    private func refusing<Result>(
        _ token: String?, _ looking: () async throws(ProofRefusal) -> Result
    ) async throws -> Result {
        do throws(ProofRefusal) {
            return try await looking()
        } catch {
            // A nonce grows old by itself.
            if error != .staleNonce { await clients.noteStranger("\(error)", token: token) }
            throw Problem.refused(error)
        }
    }

    private func identity(
        _ credential: Credential?, key: KeyThumbprint?, reading isReading: Bool
    ) async throws -> Identity? {
        switch credential {
        case nil: return nil
        case .bound(let token):
            guard let key else {
                // The plainest sign of a stolen token.
                await clients.noteStranger("noProof", token: token)
                throw Problem.keyNeeded
            }
            if let identity = await sessions.identity(access: token, key: key) { return identity }
            if let identity = await sessions.identity(token: token, key: key) { return identity }
            return try await turnAway(token)
        case .bearer(let token):
            // Whoever finds such a token changes nothing with it, whatever a route makes of its person.
            guard isReading else { throw Problem.keyNeeded }
            if let identity = await sessions.identity(token: token, key: nil) { return identity }
            return try await turnAway(token)
        }
    }

    private func turnAway(_ token: String) async throws -> Identity? {
        await clients.noteStranger("token", token: token)
        throw ActRefusal.unauthenticated
    }
}

/// Every answer, also one that refuses, brings the nonce for the next proof.
struct NonceGiver: RouterMiddleware {
    typealias Context = DoorContext

    private static let nonce = HTTPField.Name("DPoP-Nonce")

    let verifier: ProofVerifier

    func handle(
        _ request: Request, context: DoorContext, next: (Request, DoorContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if let name = Self.nonce { response.headers[name] = verifier.nonce }
        return response
    }
}

/// What `Authorization` holds.
private enum Credential {
    /// Of use only with a proof of its key.
    case bound(String)
    case bearer(String)

    init?(_ fields: [String]) throws {
        guard let field = fields.first else { return nil }
        let words = field.split(separator: " ", maxSplits: 1)
        guard fields.count == 1, words.count == 2, words[1].utf8.count <= 128 else { throw ActRefusal.unauthenticated }
        switch words[0].lowercased() {
        case "dpop": self = .bound(String(words[1]))
        case "bearer": self = .bearer(String(words[1]))
        default: throw ActRefusal.unauthenticated
        }
    }

    var boundToken: String? {
        if case .bound(let token) = self { token } else { nil }
    }
}
