import GatewayCore
import HTTPTypes
import Hummingbird

/// The same routes for both doors; what differs is how they know who asks.
struct HomeRouter {
    let home: Home

    func build(_ doorkeepers: [any MiddlewareProtocol<Request, Response, DoorContext>]) -> Router<DoorContext> {
        let router = Router(context: DoorContext.self)
        router.add(middleware: BodyChunking())
        router.add(middleware: HeadMiddleware())
        for doorkeeper in doorkeepers { router.add(middleware: doorkeeper) }
        router.add(middleware: PlainPath())
        let known = router.group("", context: HomeContext.self)
        let keyHolders = router.group("", context: KeyContext.self)
        for route in RouteTable.routes {
            let path = RouterPath(HomeServer.prefix + route.path)
            switch route.access {
            case .anyone(let answer):
                router.on(path, method: route.method) { [home] request, _ in
                    try await answer(OpenCall(request: request, home: home))
                }
            case .keyHolder(let answer):
                keyHolders.on(path, method: route.method) { [home] request, context in
                    try await answer(KeyCall(request: request, context: context, home: home))
                }
            case .known(let answer):
                known.on(path, method: route.method) { [home] request, context in
                    try await answer(Call(request: request, context: context, home: home))
                }
            }
        }
        return router
    }
}
