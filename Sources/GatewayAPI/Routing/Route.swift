import GatewayCore
import HTTPTypes
import HomeModel
import Hummingbird

/// One method and path of the API. A route cannot be declared without its access rule, its body and its response.
/// `Services` are the services that its handler uses.
struct Route<Services: Sendable>: Sendable {
    /// The authentication that a route needs, with its handler.
    enum Access: Sendable {
        /// Needs no authentication; the response contains no secrets and no names.
        case anyone(@Sendable (UnauthenticatedCall<Services>) async throws -> Response)
        /// Needs a proof of possession of a key, for the pairing of clients. Works only on the HTTPS endpoint.
        case keyProof(@Sendable (KeyProofCall<Services>) async throws -> Response)
        /// Needs an authenticated caller.
        case authenticated(@Sendable (AuthenticatedCall<Services>) async throws -> Response)
    }

    let method: HTTPRequest.Method
    let path: String
    let decision: RouteDecision
    /// The purpose that must be confirmed with a PIN first.
    let stepUp: StepUp?
    /// The requests that need the confirmation; nil means all of them.
    var stepUpCondition: String?
    let access: Access
    let documentation: RouteDocumentation
}

/// How the permission of a route is decided.
enum RouteDecision: Hashable, Sendable {
    case none
    /// The permission is checked before the handler runs.
    case requires(Permission)
    /// The service behind the handler decides for each device, person or entry.
    case perItem
    /// Only the console on the gateway's machine may use the route.
    case console
}

/// A confirmation that only some requests to an address need; the handler requires it.
struct StepUpCondition: Sendable {
    let stepUp: StepUp
    /// The requests that need it, as it completes “only to some requests: …”.
    let text: String

    init(_ stepUp: StepUp, text: String) {
        self.stepUp = stepUp
        self.text = text
    }
}

// MARK: - Services

extension Route {
    /// Returns the same route for a table with more services, from which `services` selects those of this route.
    func using<More>(_ services: @escaping @Sendable (More) -> Services) -> Route<More> {
        let access: Route<More>.Access =
            switch access {
            case .anyone(let answer): .anyone { try await answer($0.using(services)) }
            case .keyProof(let answer): .keyProof { try await answer($0.using(services)) }
            case .authenticated(let answer): .authenticated { try await answer($0.using(services)) }
            }
        return Route<More>(
            method: method, path: path, decision: decision, stepUp: stepUp, stepUpCondition: stepUpCondition,
            access: access, documentation: documentation)
    }
}

// MARK: - Declarations

extension Route {
    /// Declares a route that needs no authentication.
    static func open<Reply: DocumentedResponse>(
        _ method: HTTPRequest.Method, path: String, summary: String,
        answer: @escaping @Sendable (UnauthenticatedCall<Services>) async throws -> Reply
    ) -> Route {
        let documentation = RouteDocumentation(summary, answer: Reply.self)
        let access = Access.anyone { call in
            try documentation.check(call.request.uri)
            return try await answer(call).response()
        }
        return Route(
            method: method, path: path, decision: .none, stepUp: nil, access: access, documentation: documentation)
    }

    /// Declares a route that needs a proof of possession of a key.
    static func keyProof<Reply: DocumentedResponse>(
        _ method: HTTPRequest.Method, path: String, summary: String, problems: [ProblemKind] = [],
        answer: @escaping @Sendable (KeyProofCall<Services>) async throws -> Reply
    ) -> Route {
        keyProof(method, path: path, documentation: RouteDocumentation(summary, answer: Reply.self, problems: problems))
        {
            try await answer($0).response()
        }
    }

    /// The same for requests with a body.
    static func keyProof<Body: DocumentedBody, Reply: DocumentedResponse>(
        _ method: HTTPRequest.Method, path: String, summary: String, taking body: Body.Type,
        problems: [ProblemKind] = [], answer: @escaping @Sendable (KeyProofCall<Services>, Body) async throws -> Reply
    ) -> Route {
        let documentation = RouteDocumentation(
            summary, body: MediaType(body), answer: Reply.self, problems: problems)
        return keyProof(method, path: path, documentation: documentation) { call in
            try await answer(call, try await call.body(body)).response()
        }
    }

    /// Declares a route that needs an authenticated caller. `problems` are those besides the ones that follow from the
    /// address, the query and the body.
    static func on<Reply: DocumentedResponse>(
        _ method: HTTPRequest.Method, path: String, access decision: RouteDecision, confirming stepUp: StepUp? = nil,
        confirmingOnly condition: StepUpCondition? = nil, summary: String, query: [any QueryDocumentation] = [],
        headers: [OpenAPIDocument.Parameter] = [],
        problems: [ProblemKind] = [], answer: @escaping @Sendable (AuthenticatedCall<Services>) async throws -> Reply
    ) -> Route {
        let documentation = RouteDocumentation(
            summary, query: query, answer: Reply.self, problems: problems, headers: headers)
        return authenticated(
            method, path: path, access: decision, stepUp: stepUp, condition: condition, documentation: documentation
        ) {
            try await answer($0).response()
        }
    }

    /// The same for requests with a body of at most `maximumBytes`.
    static func on<Body: DocumentedBody, Reply: DocumentedResponse>(
        _ method: HTTPRequest.Method, path: String, access decision: RouteDecision, confirming stepUp: StepUp? = nil,
        confirmingOnly condition: StepUpCondition? = nil, summary: String, taking body: Body.Type,
        upTo maximumBytes: Int = RequestBody.maximumBytes,
        query: [any QueryDocumentation] = [], headers: [OpenAPIDocument.Parameter] = [], problems: [ProblemKind] = [],
        answer: @escaping @Sendable (AuthenticatedCall<Services>, Body) async throws -> Reply
    ) -> Route {
        let documentation = RouteDocumentation(
            summary, query: query, body: MediaType(body), answer: Reply.self, problems: problems, headers: headers)
        return authenticated(
            method, path: path, access: decision, stepUp: stepUp, condition: condition, documentation: documentation
        ) { call in
            try await answer(call, try await call.body(body, upTo: maximumBytes)).response()
        }
    }

    private static func keyProof(
        _ method: HTTPRequest.Method, path: String, documentation: RouteDocumentation,
        answer: @escaping @Sendable (KeyProofCall<Services>) async throws -> Response
    ) -> Route {
        let access = Access.keyProof { call in
            try documentation.check(call.request.uri)
            return try await answer(call)
        }
        return Route(
            method: method, path: path, decision: .none, stepUp: nil, access: access, documentation: documentation)
    }

    static func authenticated(
        _ method: HTTPRequest.Method, path: String, access decision: RouteDecision, stepUp: StepUp?,
        condition: StepUpCondition?, documentation: RouteDocumentation,
        answer: @escaping @Sendable (AuthenticatedCall<Services>) async throws -> Response
    ) -> Route {
        let access = Access.authenticated { call in
            try await call.require(decision, stepUp: stepUp)
            try documentation.check(call.request.uri)
            do {
                return try await answer(call)
            } catch ActionRefusal.notFound {
                throw ActionRefusal.missing(at: path, parameters: call.context.parameters)
            }
        }
        return Route(
            method: method, path: path, decision: decision, stepUp: stepUp ?? condition?.stepUp,
            stepUpCondition: condition?.text, access: access, documentation: documentation)
    }
}
