import GatewayCore
import HomeModel
import Hummingbird
import ProofOfPossession

/// A request that needs no authentication, with the services of its route.
struct UnauthenticatedCall<Services: Sendable>: Sendable {
    let request: Request
    let services: Services

    /// Returns the call with those of its services that `services` selects.
    func using<Selected>(_ services: (Services) -> Selected) -> UnauthenticatedCall<Selected> {
        UnauthenticatedCall<Selected>(request: request, services: services(self.services))
    }
}

/// A request with a proof of possession of a key, from a client that has no session yet.
struct KeyProofCall<Services: Sendable>: Sendable {
    let request: Request
    let context: KeyProofRequestContext
    let services: Services

    var key: KeyThumbprint { context.possession.key }

    func body<Body: DocumentedBody>(_ type: Body.Type) async throws -> Body {
        try await RequestBody(request: request, possession: context.possession).decode(type)
    }

    /// Returns the call with those of its services that `services` selects.
    func using<Selected>(_ services: (Services) -> Selected) -> KeyProofCall<Selected> {
        KeyProofCall<Selected>(request: request, context: context, services: services(self.services))
    }
}

/// A request of an authenticated caller.
struct AuthenticatedCall<Services: Sendable>: Sendable {
    let request: Request
    let context: AuthenticatedRequestContext
    let services: Services
    private let actions: AuthorizedActions

    init(
        request: Request, context: AuthenticatedRequestContext, services: Services, actions: AuthorizedActions
    ) {
        self.request = request
        self.context = context
        self.services = services
        self.actions = actions
    }

    var identity: Identity { context.identity }

    func body<Body: DocumentedBody>(_ type: Body.Type, upTo maximumBytes: Int) async throws -> Body {
        try await RequestBody(request: request, possession: context.possession)
            .decode(type, upTo: maximumBytes)
    }

    /// Throws unless the caller has the permission and has confirmed the step-up. A refusal by `actions` is recorded in
    /// the audit log.
    func require(_ decision: RouteDecision, stepUp: StepUp?) async throws {
        switch decision {
        case .requires(let permission): try await actions.require(permission, of: identity)
        case .console: guard identity.actor == .console else { throw Problem.consoleOnly }
        case .perItem, .none: break
        }
        if let stepUp { try await actions.require(stepUp, of: identity) }
    }

    /// Returns the call with those of its services that `services` selects.
    func using<Selected>(_ services: (Services) -> Selected) -> AuthenticatedCall<Selected> {
        AuthenticatedCall<Selected>(
            request: request, context: context, services: services(self.services), actions: actions)
    }
}
