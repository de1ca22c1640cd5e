import NIOCore
import NIOPosix
import NIOSSL

/// A way to the API of a gateway on this machine.
enum Doorway: Sendable {
    /// The console's.
    case socket(path: String)
    /// The residents', from one of the addresses of this machine: each has only its share of connections.
    case https(port: UInt16, from: String)

    /// Opens a connection whose bytes go to `handler`.
    func connect(_ handler: @escaping @Sendable () -> some ChannelHandler) async throws -> any Channel {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        switch self {
        case .socket(let path):
            return try await bootstrap.channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler()) }
            }.connect(unixDomainSocketPath: path).get()
        case .https(let port, let source):
            return try await bootstrap.bind(to: SocketAddress(ipAddress: source, port: 0)).channelInitializer {
                channel in
                channel.eventLoop.makeCompletedFuture {
                    let tls = try NIOSSLClientHandler(context: Self.trustingAll.get(), serverHostname: "localhost")
                    try channel.pipeline.syncOperations.addHandlers([tls, handler()])
                }
            }.connect(host: "127.0.0.1", port: Int(port)).get()
        }
    }

    /// What is measured is not trust.
    private static let trustingAll = Result {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        return try NIOSSLContext(configuration: configuration)
    }
}
