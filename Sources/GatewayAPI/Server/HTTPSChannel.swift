import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP2
import NIOHTTPTypes
import NIOHTTPTypesHTTP2
import NIOSSL

/// A connection of the HTTPS endpoint: TLS, then HTTP/2 or HTTP/1.1 as negotiated, with a limit on every resource that
/// a peer could otherwise occupy forever.
///
/// Hummingbird's own channel for HTTP/2 has no setting for the number of streams, so the streams are set up here.
struct HTTPSChannel: HTTPChannelHandler {
    fileprivate typealias Stream = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
    fileprivate typealias Streams = NIOHTTP2Handler.AsyncStreamMultiplexer<Stream>

    /// An accepted connection, and the protocol version that it negotiates.
    struct Value: ServerChildChannelValue {
        fileprivate let negotiated: EventLoopFuture<NIONegotiatedHTTPVersion<Stream, Streams>>
        let channel: any Channel
    }

    /// The maximum number of concurrent HTTP/2 streams. A browser that loads the page has about ten requests open at a
    /// time.
    static let concurrentStreams = 32
    private static let idle = TimeAmount.seconds(60)
    private static let closeDelay = TimeAmount.milliseconds(250)

    let responder: Responder
    private let tls: NIOSSLContext
    private let http1: HTTP1Channel
    private let limit: ConnectionLimit
    private let unsent: UnsentBytes

    /// Throws if the TLS configuration cannot be used.
    init(
        tls: TLSConfiguration, limit: ConnectionLimit, unsent: UnsentBytes, responder: @escaping Responder
    ) throws {
        var tls = tls
        tls.applicationProtocols = NIOHTTP2SupportedALPNProtocols
        self.tls = try NIOSSLContext(configuration: tls)
        self.limit = limit
        self.unsent = unsent
        self.responder = responder
        http1 = HTTP1Channel(
            responder: responder,
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [RequestBodyTimeout(), DisconnectDetector()], idleTimeout: Self.idle,
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 8 * 1024, maxHeaderListSize: 16 * 1024, maxHeaderFieldCount: 64)))
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        guard limit.admit(channel) else {
            return channel.close().flatMapThrowing { throw ChannelError.ioOnClosedChannel }
        }
        do {
            try channel.setUserTimeout()
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(UnprovenIdleTimeout(limit: limit))
            try pipeline.addHandler(ConnectionStallTimeout())
            try pipeline.addHandler(NIOSSLServerHandler(context: tls))
            // Directly after TLS, because the handler that negotiates the protocol does not forward the event of the
            // completed handshake.
            try pipeline.addHandler(HandshakeTimeout())
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return channel.configureHTTP2AsyncSecureUpgrade { channel in
            self.http1.setup(channel: channel, logger: logger)
        } http2ConnectionInitializer: { channel in
            self.setUpStreams(on: channel, logger)
        }
        .map { Value(negotiated: $0, channel: channel) }
    }

    func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.negotiated.get() {
            case .http1_1(let http1): await self.http1.handle(value: http1, logger: logger)
            case .http2(let streams): try await handle(streams, logger: logger)
            }
        } catch {
            logger.debug("a connection ended", metadata: ["error.message": "\(error)"])
        }
    }
}

// MARK: HTTP/2

extension HTTPSChannel {
    private func setUpStreams(on channel: any Channel, _ logger: Logger) -> EventLoopFuture<Streams> {
        channel.eventLoop.makeCompletedFuture {
            let management = NIOHTTP2ServerConnectionManagementHandler(
                eventLoop: channel.eventLoop,
                configuration: .init(
                    maxIdleTime: Self.idle, maxAge: nil, maxGraceTime: Self.closeDelay, keepalive: nil))
            var configuration = NIOHTTP2Handler.Configuration()
            configuration.connection.initialSettings = [
                HTTP2Setting(parameter: .maxConcurrentStreams, value: Self.concurrentStreams),
                HTTP2Setting(parameter: .maxHeaderListSize, value: 16 * 1024),
            ]
            let streams = try channel.pipeline.syncOperations.configureAsyncHTTP2Pipeline(
                mode: .server, streamDelegate: management.http2StreamDelegate, configuration: configuration
            ) { stream in
                self.limit.count(stream: stream, of: channel)
                return stream.eventLoop.makeCompletedFuture { try self.setUp(stream, logger: logger) }
            }
            try channel.pipeline.syncOperations.addHandler(management)
            return streams
        }
    }

    private func setUp(_ stream: any Channel, logger: Logger) throws -> Stream {
        let pipeline = stream.pipeline.syncOperations
        try pipeline.addHandler(HTTP2FramePayloadToHTTPServerCodec())
        try pipeline.addHandlers(StreamStallTimeout(unsent: unsent), RequestBodyTimeout(), DisconnectDetector())
        try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: .init(Self.idle), logger: logger))
        return try Stream(wrappingChannelSynchronously: stream)
    }

    private func handle(_ streams: Streams, logger: Logger) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for try await stream in streams.inbound {
                group.addTask { await self.handleHTTP(asyncChannel: stream, logger: logger) }
            }
        }
    }
}
