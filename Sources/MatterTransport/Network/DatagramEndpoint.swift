import MatterProtocol
import NIOCore
import NIOPosix

/// A UDP socket for the messages of many sessions.
package struct DatagramEndpoint: Sendable {
    private static let largestDatagram = MessageHeader.maximumReceivedBytes

    package let router: MessageRouter
    private let channel: any Channel

    /// Binds a socket, runs `body`, and closes the socket. Port 0 lets the system choose. With `acceptsSessions`, nodes
    /// that this side does not know may begin sessions, see `MessageRouter.arrivals`.
    package static func with<Result: Sendable>(
        port: UInt16 = 0, acceptsSessions: Bool = false,
        body: @Sendable (DatagramEndpoint) async -> Result
    ) async throws(NodeFailure) -> Result {
        let router = MessageRouter(acceptsSessions: acceptsSessions)
        let endpoint = DatagramEndpoint(router: router, channel: try await bind(port: port, router: router))
        let result = await body(endpoint)
        router.close()
        try? await endpoint.channel.close()
        return result
    }

    /// A machine without IPv6 still reaches nodes by IPv4.
    private static func bind(port: UInt16, router: MessageRouter) async throws(NodeFailure) -> any Channel {
        let bootstrap = DatagramBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: largestDatagram))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(DatagramHandler(router: router))
                }
            }
        for host in ["::", "0.0.0.0"] {
            if let channel = try? await bootstrap.bind(host: host, port: Int(port)).get() { return channel }
        }
        throw .noSocket
    }

    /// The port that the socket has.
    package var port: UInt16 { UInt16(clamping: channel.localAddress?.port ?? 0) }

    /// Sends a message. One that the network does not take is lost, as others are on their way.
    func send(_ datagram: [UInt8], to address: SocketAddress) {
        channel.writeAndFlush(
            AddressedEnvelope(remoteAddress: address, data: ByteBuffer(bytes: datagram)), promise: nil)
    }
}

/// Passes what the socket receives to the router.
private final class DatagramHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    private let router: MessageRouter

    init(router: MessageRouter) { self.router = router }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let envelope = unwrapInboundIn(data)
        router.receive(Datagram(bytes: Array(buffer: envelope.data), source: envelope.remoteAddress))
    }

    /// An error of one datagram, such as a port that is closed at the peer, says nothing about the others.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
