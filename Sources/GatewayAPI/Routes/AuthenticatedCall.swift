import GatewayCore
import HomeModel
import Hummingbird
import ProofOfPossession

/// A request that needs no authentication, and the home that it is for.
struct UnauthenticatedCall: Sendable {
    let request: Request
    let home: Home
}

/// A request with a proof of possession of a key, from a client that has no session yet.
struct KeyProofCall: Sendable {
    let request: Request
    let context: KeyProofRequestContext
    let home: Home

    var key: KeyThumbprint { context.possession.key }

    func body<Body: DocumentedBody>(_ type: Body.Type) async throws -> Body {
        try await RequestBody(request: request, possession: context.possession).decode(type)
    }
}

/// A request of an authenticated caller.
struct AuthenticatedCall: Sendable {
    let request: Request
    let context: AuthenticatedRequestContext
    let home: Home

    var identity: Identity { context.identity }

    func body<Body: DocumentedBody>(_ type: Body.Type, upTo maximumBytes: Int) async throws -> Body {
        try await RequestBody(request: request, possession: context.possession)
            .decode(type, upTo: maximumBytes)
    }

    /// Throws unless the caller has the permission and has confirmed the step-up. A refusal by `peopleService` is
    /// recorded in the audit log.
    func require(_ decision: Route.Decision, stepUp: StepUp?) async throws {
        switch decision {
        case .requires(let permission): try await home.peopleService.require(permission, of: identity)
        case .console: guard identity.actor == .console else { throw Problem.consoleOnly }
        case .perItem, .none: break
        }
        if let stepUp { try await home.peopleService.require(stepUp, of: identity) }
    }
}
