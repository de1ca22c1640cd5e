import GatewayCore
import HTTPTypes
import Hummingbird

/// Builds the router for the HTTPS endpoint and for the Unix socket. Both have the same routes and differ in the
/// middleware that authenticates the caller.
struct APIRouterBuilder {
    let home: Home

    func build(_ middlewares: [any MiddlewareProtocol<Request, Response, BaseRequestContext>]) -> Router<
        BaseRequestContext
    > {
        let router = Router(context: BaseRequestContext.self)
        router.add(middleware: BodyChunkingMiddleware())
        router.add(middleware: HeadMiddleware())
        for middleware in middlewares { router.add(middleware: middleware) }
        router.add(middleware: CanonicalPathMiddleware())
        let authenticated = router.group("", context: AuthenticatedRequestContext.self)
        let keyHolders = router.group("", context: KeyProofRequestContext.self)
        for route in RouteTable.routes {
            let path = RouterPath(UnixSocketServer.prefix + route.path)
            switch route.access {
            case .anyone(let answer):
                router.on(path, method: route.method) { [home] request, _ in
                    try await answer(UnauthenticatedCall(request: request, services: home))
                }
            case .keyProof(let answer):
                keyHolders.on(path, method: route.method) { [home] request, context in
                    try await answer(KeyProofCall(request: request, context: context, services: home))
                }
            case .authenticated(let answer):
                authenticated.on(path, method: route.method) { [home] request, context in
                    try await answer(
                        AuthenticatedCall(request: request, context: context, services: home, actions: home.actions))
                }
            }
        }
        return router
    }
}

/// Responds to HEAD with the header fields of the response to GET, and without a body. Source: RFC 9110 §9.3.2.
struct HeadMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    func handle(
        _ request: Request, context: BaseRequestContext, next: (Request, BaseRequestContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        return request.method == .head ? response.createHeadResponse() : response
    }
}
