import GatewayCore
import HTTPTypes
import HomeModel
import Hummingbird
import ProofOfPossession

/// One request of someone known, with the home it is about.
struct Call: Sendable {
    let request: Request
    let context: HomeContext
    let home: Home

    var identity: Identity { context.identity }
}

/// One request of someone who holds a key and has no session, or not yet.
struct KeyCall: Sendable {
    let request: Request
    let context: KeyContext
    let home: Home

    var key: KeyThumbprint { context.possession.key }

    func body<Body: Decodable>(_ type: Body.Type) async throws -> Body {
        try await RequestBody(request: request, possession: context.possession, clock: home.clock).decode(type)
    }
}

/// One address of the API. A route that does not say who may use it cannot be written down.
struct Route: Sendable {
    typealias Answer = @Sendable (Call) async throws -> Response

    enum Access: Sendable {
        /// Anyone who can connect; the answer holds no secrets and no names.
        case anyone(@Sendable (Home) async throws -> Response)
        /// Whoever proves that they hold a key: how clients come in. Of the HTTPS door only.
        case keyHolder(@Sendable (KeyCall) async throws -> Response)
        case known(Answer)
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
    let access: Access

    static func open(
        _ method: HTTPRequest.Method, _ path: String, answer: @escaping @Sendable (Home) async throws -> Response
    ) -> Route {
        Route(method: method, path: path, decision: .none, stepUp: nil, access: .anyone(answer))
    }

    static func holdingKey(
        _ method: HTTPRequest.Method, _ path: String, answer: @escaping @Sendable (KeyCall) async throws -> Response
    ) -> Route {
        Route(method: method, path: path, decision: .none, stepUp: nil, access: .keyHolder(answer))
    }

    static func on(
        _ method: HTTPRequest.Method, _ path: String, _ decision: Decision, confirming stepUp: StepUp? = nil,
        answer: @escaping Answer
    ) -> Route {
        Route(
            method: method, path: path, decision: decision, stepUp: stepUp,
            access: .known { call in
                try await call.require(decision, stepUp)
                return try await answer(call)
            })
    }
}

/// Every route there is.
enum RouteTable {
    static let routes: [Route] =
        HealthRoutes.all + DeviceRoutes.all + DiscoveryRoutes.all + CommandRoutes.all + ReadingRoutes.all
        + EnergyRoutes.all + EventRoutes.all + PeopleRoutes.all + GrantRoutes.all + AuditRoutes.all
        + RetentionRoutes.all
        + ImportRoutes.all + PairingRoutes.all + SessionRoutes.all + TokenRoutes.all + HomeRoutes.all
}
