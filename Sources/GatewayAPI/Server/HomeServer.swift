package import GatewayCore
import GatewayWire
import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdCore
package import Logging
import ServiceLifecycle

/// The API on the Unix socket of the console. HTTPS will be a second door to the same routes.
package struct HomeServer: Service {
    package static let prefix = "/api/v1"

    private let home: Home
    private let socketPath: String
    private let logger: Logger
    private let isServing: @Sendable () -> Void

    /// `isServing` is called once requests are answered. The socket's folder must be 0700: the socket itself is not.
    package init(
        home: Home, socketPath: String, logger: Logger, isServing: @escaping @Sendable () -> Void = {}
    ) {
        self.home = home
        self.socketPath = socketPath
        self.logger = logger
        self.isServing = isServing
    }

    package func run() async throws {
        // What a killed gateway left behind would keep the name taken.
        unlink(socketPath)
        let application = Application(
            router: router(),
            configuration: ApplicationConfiguration(address: .unixDomainSocket(path: socketPath)),
            onServerRunning: { [isServing] _ in isServing() },
            logger: logger)
        defer { unlink(socketPath) }
        try await application.run()
    }

    private func router() -> Router<DoorContext> {
        let router = Router(context: DoorContext.self)
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: PeerMiddleware(people: home.people, service: home.peopleService))
        let known = router.group("", context: HomeContext.self)
        for route in RouteTable.routes {
            let path = RouterPath(Self.prefix + route.path)
            switch route.access {
            case .anyone(let answer):
                router.on(path, method: route.method) { _, _ in try await answer(home) }
            case .known(let answer):
                known.on(path, method: route.method) { request, context in
                    try await answer(Call(request: request, context: context, home: home))
                }
            }
        }
        return router
    }
}
