import MatterProtocol
import NIOCore
import NIOPosix

/// A UDP socket for the messages of many sessions.
package struct DatagramEndpoint: Sendable {
    private static let largestDatagram = MessageHeader.maximumReceivedBytes

    package let router: MessageRouter
    private let channel: any Channel
    private let filter: DatagramFilter?

    /// Binds a socket, runs `body`, and closes the socket. Port 0 lets the system choose. With `host`, the socket has only
    /// this address of the machine. With `acceptsSessions`, nodes that this side does not know may begin sessions, see
    /// `MessageRouter.arrivals`. `filter` is for simulated nodes.
    package static func with<Result: Sendable>(
        port: UInt16 = 0, host: String? = nil, acceptsSessions: Bool = false, filter: DatagramFilter? = nil,
        body: @Sendable (DatagramEndpoint) async -> Result
    ) async throws(NodeFailure) -> Result {
        let router = MessageRouter(acceptsSessions: acceptsSessions)
        let channel = try await bind(
            to: host.map { [$0] } ?? allHosts, port: port, handler: DatagramHandler(router: router, filter: filter))
        let endpoint = DatagramEndpoint(router: router, channel: channel, filter: filter)
        let result = await body(endpoint)
        router.close()
        try? await endpoint.channel.close()
        return result
    }

    /// A machine without IPv6 still reaches nodes by IPv4.
    private static let allHosts = ["::", "0.0.0.0"]

    /// Binds a socket to the first of these addresses that the machine has.
    private static func bind(
        to hosts: [String], port: UInt16, handler: DatagramHandler
    ) async throws(NodeFailure) -> any Channel {
        let bootstrap = DatagramBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: largestDatagram))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
        for host in hosts {
            if let channel = try? await bootstrap.bind(host: host, port: Int(port)).get() { return channel }
        }
        throw .noSocket
    }

    /// The family of the socket.
    package var family: NodeAddress.AddressFamily {
        channel.localAddress?.protocol == .inet ? .ipv4 : .ipv6
    }

    /// The port that the socket has.
    package var port: UInt16 { UInt16(clamping: channel.localAddress?.port ?? 0) }

    /// Sends a message. One that the network does not take is lost, as others are on their way.
    func send(_ datagram: [UInt8], to address: SocketAddress) {
        guard filter?.losesDeparture() != true else { return }
        channel.writeAndFlush(
            AddressedEnvelope(remoteAddress: address, data: ByteBuffer(bytes: datagram)), promise: nil)
    }
}

/// Passes what the socket receives to the router.
private final class DatagramHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>

    private let router: MessageRouter
    private let filter: DatagramFilter?

    init(router: MessageRouter, filter: DatagramFilter?) {
        self.router = router
        self.filter = filter
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let envelope = unwrapInboundIn(data)
        guard filter?.losesArrival() != true else { return }
        router.receive(Datagram(bytes: Array(buffer: envelope.data), source: envelope.remoteAddress))
    }

    /// An error of one datagram, such as a port that is closed at the peer, says nothing about the others.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
