package import GatewayCore
import Glibc
import Hummingbird
import HummingbirdCore
package import Logging
import ServiceLifecycle

/// The API on the Unix socket of the console.
package struct HomeServer: Service {
    package static let prefix = "/api/v1"

    private let home: Home
    private let socketPath: String
    private let logger: Logger
    private let isServing: @Sendable () -> Void
    private let waiting = WaitingConnectionLimit()

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
            router: HomeRouter(home: home).build([
                ProblemMiddleware(), SingleFields(), PeerMiddleware(people: home.people, service: home.peopleService),
            ]),
            server: HTTPServerBuilder { [waiting] responder in
                OnEventLoop(
                    HTTP1Channel(
                        responder: responder,
                        configuration: .init(
                            additionalChannelHandlers: [
                                WaitingConnectionHandler(limit: waiting), BodyDeadline(), StreamHangUp(),
                            ])))
            },
            configuration: ApplicationConfiguration(address: .unixDomainSocket(path: socketPath)),
            onServerRunning: { [isServing] _ in isServing() },
            logger: logger)
        defer { unlink(socketPath) }
        try await application.run()
    }
}
