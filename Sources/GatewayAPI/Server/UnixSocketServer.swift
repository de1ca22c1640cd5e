package import GatewayCore
import Glibc
import Hummingbird
import HummingbirdCore
package import Logging
import ServiceLifecycle

/// Serves the API on the Unix socket for the console.
package struct UnixSocketServer: Service {
    package static let prefix = "/api/v1"

    private let home: Home
    private let socketPath: String
    private let logger: Logger
    private let isServing: @Sendable () -> Void
    private let waiting = WaitingConnectionLimit()

    /// `isServing` is called once requests are answered. The folder of the socket must have mode 0700, because the
    /// socket itself does not have that mode.
    package init(
        home: Home, socketPath: String, logger: Logger, isServing: @escaping @Sendable () -> Void = {}
    ) {
        self.home = home
        self.socketPath = socketPath
        self.logger = logger
        self.isServing = isServing
    }

    /// Serves until the task is cancelled or shut down gracefully, then removes the socket.
    package func run() async throws {
        // The socket that a killed gateway left would block the path.
        unlink(socketPath)
        let application = Application(
            router: APIRouterBuilder(home: home).build([
                ProblemMiddleware(), SingleFieldMiddleware(),
                APILevelMiddleware(version: home.operation.diagnostics.version),
                PeerMiddleware(people: home.state.people, service: home.access.people),
            ]),
            server: HTTPServerBuilder { [waiting] responder in
                EventLoopHTTPChannel(
                    HTTP1Channel(
                        responder: responder,
                        configuration: .init(
                            additionalChannelHandlers: [
                                WaitingConnectionHandler(limit: waiting), RequestBodyTimeout(), DisconnectDetector(),
                            ])))
            },
            configuration: ApplicationConfiguration(address: .unixDomainSocket(path: socketPath)),
            onServerRunning: { [isServing] _ in isServing() },
            logger: logger)
        defer { unlink(socketPath) }
        try await application.run()
    }
}
