import GatewayCore
import HTTPTypes
import HomeModel
import Hummingbird

/// One request of someone known, with the home it is about.
struct Call: Sendable {
    let request: Request
    let context: HomeContext
    let home: Home

    var identity: Identity { context.identity }
}

/// One address of the API. A route that does not say who may use it cannot be written down.
struct Route: Sendable {
    typealias Answer = @Sendable (Call) async throws -> Response

    enum Access: Sendable {
        /// Anyone who can connect; the answer holds no secrets and no names.
        case anyone(@Sendable (Home) async throws -> Response)
        case known(Answer)
    }

    /// How permission is decided.
    enum Decision: Hashable, Sendable {
        case none
        /// Before the handler runs.
        case requires(Permission)
        /// Per device, person or entry, by the service behind the handler.
        case perItem
    }

    let method: HTTPRequest.Method
    let path: String
    let decision: Decision
    let access: Access

    static func open(
        _ method: HTTPRequest.Method, _ path: String, answer: @escaping @Sendable (Home) async throws -> Response
    ) -> Route {
        Route(method: method, path: path, decision: .none, access: .anyone(answer))
    }

    static func on(
        _ method: HTTPRequest.Method, _ path: String, _ decision: Decision, answer: @escaping Answer
    ) -> Route {
        Route(
            method: method, path: path, decision: decision,
            access: .known { call in
                if case .requires(let permission) = decision { try await call.require(permission) }
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
        + ImportRoutes.all
}
