import NIOCore
import NIOPosix

/// Opens the port of an accessory.
enum AccessoryListener {
    typealias Server = NIOAsyncChannel<any Channel, Never>

    /// All addresses: of IPv6 and IPv4, and of IPv4 alone where the system has no IPv6.
    private static let allAddresses = ["::", "0.0.0.0"]

    /// Without a host it listens on all addresses. Throws if the port cannot be opened.
    static func bind(host: String?, port: UInt16) async throws -> Server {
        guard let host else {
            do {
                return try await bind(host: allAddresses[0], port: port)
            } catch {
                return try await bind(host: allAddresses[1], port: port)
            }
        }
        return try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.socketOption(.so_keepalive), value: 1)
            .childChannelOption(.autoRead, value: false)
            .bind(host: host, port: Int(port)) { channel in channel.eventLoop.makeSucceededFuture(channel) }
    }

    /// Begins to read from an accepted connection. It is wrapped only now, because NIO ends the program when a wrapped
    /// connection is dropped, and a server that ends drops those that it has not yet handed out.
    static func open(_ channel: any Channel) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        let opened = try await channel.eventLoop.submit {
            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }.get()
        channel.setOption(.autoRead, value: true).whenFailure { _ in channel.close(promise: nil) }
        return opened
    }
}
