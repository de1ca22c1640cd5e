import NIOCore
import NIOPosix
import NIOSSL

/// An endpoint of the API of a gateway on this machine.
enum GatewayEndpoint: Sendable {
    /// The Unix socket, which the command line uses.
    case socket(path: String)
    /// HTTPS, which residents use, from one of the addresses of this machine: the number of connections per address is
    /// limited.
    case https(port: UInt16, from: String)

    /// Opens a connection that passes its bytes to `handler`.
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

    /// Accepts every certificate, because trust is not part of the measurement.
    private static let trustingAll = Result {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        return try NIOSSLContext(configuration: configuration)
    }
}
