import GatewayCore
import HTTPTypes
import HomeModel
import Hummingbird

/// One address of the API. A route that does not say who may use it, or what it takes and gives, cannot be written down.
struct Route: Sendable {
    enum Access: Sendable {
        /// Anyone who can connect; the answer holds no secrets and no names.
        case anyone(@Sendable (OpenCall) async throws -> Response)
        /// Whoever proves that they hold a key: how clients come in. Of the HTTPS door only.
        case keyHolder(@Sendable (KeyCall) async throws -> Response)
        case known(@Sendable (Call) async throws -> Response)
    }

    /// How permission is decided.
    enum Decision: Hashable, Sendable {
        case none
        /// Before the handler runs.
        case requires(Permission)
        /// Per device, person or entry, by the service behind the handler.
        case perItem
        /// For whoever sits at the gateway itself.
        case console
    }

    let method: HTTPRequest.Method
    let path: String
    let decision: Decision
    /// What has to be confirmed with a PIN first.
    let stepUp: StepUp?
    /// When that is needed; nil for always.
    var stepUpCondition: String?
    let access: Access
    let documentation: RouteDocumentation
}

/// A PIN that only some requests to an address need; the handler asks for it.
struct StepUpCondition: Sendable {
    let stepUp: StepUp
    /// Which requests, as the subject of a sentence.
    let text: String

    init(_ stepUp: StepUp, _ text: String) {
        self.stepUp = stepUp
        self.text = text
    }
}

// MARK: - Declaring one

extension Route {
    static func open<Reply: Answer>(
        _ method: HTTPRequest.Method, _ path: String, _ summary: String,
        answer: @escaping @Sendable (OpenCall) async throws -> Reply
    ) -> Route {
        let documentation = RouteDocumentation(summary, answer: Reply.self)
        let access = Access.anyone { call in
            try documentation.check(call.request.uri)
            return try await answer(call).response()
        }
        return Route(
            method: method, path: path, decision: .none, stepUp: nil, access: access, documentation: documentation)
    }

    static func holdingKey<Reply: Answer>(
        _ method: HTTPRequest.Method, _ path: String, _ summary: String, problems: [ProblemKind] = [],
        answer: @escaping @Sendable (KeyCall) async throws -> Reply
    ) -> Route {
        keyHolder(method, path, RouteDocumentation(summary, answer: Reply.self, problems: problems)) {
            try await answer($0).response()
        }
    }

    static func holdingKey<Body: DocumentedBody, Reply: Answer>(
        _ method: HTTPRequest.Method, _ path: String, _ summary: String, taking body: Body.Type,
        problems: [ProblemKind] = [], answer: @escaping @Sendable (KeyCall, Body) async throws -> Reply
    ) -> Route {
        let documentation = RouteDocumentation(
            summary, body: MediaType(body), answer: Reply.self, problems: problems)
        return keyHolder(method, path, documentation) { call in
            try await answer(call, try await call.body(body)).response()
        }
    }

    /// `problems` are those beyond what goes with the address, the query and the body.
    static func on<Reply: Answer>(
        _ method: HTTPRequest.Method, _ path: String, _ decision: Decision, confirming stepUp: StepUp? = nil,
        confirmingOnly condition: StepUpCondition? = nil, _ summary: String, query: [any QueryDocumentation] = [],
        headers: [OpenAPIDocument.Parameter] = [],
        problems: [ProblemKind] = [], answer: @escaping @Sendable (Call) async throws -> Reply
    ) -> Route {
        let documentation = RouteDocumentation(
            summary, query: query, answer: Reply.self, problems: problems, headers: headers)
        return known(method, path, decision, stepUp, condition, documentation) { try await answer($0).response() }
    }

    /// The same for requests with a body, of at most `maximumBytes`.
    static func on<Body: DocumentedBody, Reply: Answer>(
        _ method: HTTPRequest.Method, _ path: String, _ decision: Decision, confirming stepUp: StepUp? = nil,
        confirmingOnly condition: StepUpCondition? = nil, _ summary: String, taking body: Body.Type,
        upTo maximumBytes: Int = RequestBody.maximumBytes,
        query: [any QueryDocumentation] = [], problems: [ProblemKind] = [],
        answer: @escaping @Sendable (Call, Body) async throws -> Reply
    ) -> Route {
        let documentation = RouteDocumentation(
            summary, query: query, body: MediaType(body), answer: Reply.self, problems: problems)
        return known(method, path, decision, stepUp, condition, documentation) { call in
            try await answer(call, try await call.body(body, upTo: maximumBytes)).response()
        }
    }

    private static func keyHolder(
        _ method: HTTPRequest.Method, _ path: String, _ documentation: RouteDocumentation,
        answer: @escaping @Sendable (KeyCall) async throws -> Response
    ) -> Route {
        let access = Access.keyHolder { call in
            try documentation.check(call.request.uri)
            return try await answer(call)
        }
        return Route(
            method: method, path: path, decision: .none, stepUp: nil, access: access, documentation: documentation)
    }

    private static func known(
        _ method: HTTPRequest.Method, _ path: String, _ decision: Decision, _ stepUp: StepUp?,
        _ condition: StepUpCondition?, _ documentation: RouteDocumentation,
        answer: @escaping @Sendable (Call) async throws -> Response
    ) -> Route {
        let access = Access.known { call in
            try await call.require(decision, stepUp)
            try documentation.check(call.request.uri)
            do {
                return try await answer(call)
            } catch ActRefusal.notFound {
                throw call.missing(at: path)
            }
        }
        return Route(
            method: method, path: path, decision: decision, stepUp: stepUp ?? condition?.stepUp,
            stepUpCondition: condition?.text, access: access, documentation: documentation)
    }
}
