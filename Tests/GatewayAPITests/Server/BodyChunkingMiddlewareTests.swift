import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization
import Testing

@testable import GatewayAPI

struct BodyChunkingMiddlewareTests {
    private final class WrittenPieces: Sendable {
        let pieces = Mutex<[ByteBuffer]>([])
    }

    private struct Recorder: ResponseBodyWriter {
        let written: WrittenPieces

        mutating func write(_ buffer: ByteBuffer) async throws { written.pieces.withLock { $0.append(buffer) } }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    @Test(arguments: [0, 1, 16 * 1024 - 1, 16 * 1024, 16 * 1024 + 1, 445_123])
    func bodyIsWrittenInPiecesOfOneFrame(size: Int) async throws {
        let written = WrittenPieces()
        let whole = ByteBuffer(bytes: (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        var writer = ChunkedBodyWriter(base: Recorder(written: written))
        try await writer.write(whole)
        try await writer.finish(nil)
        let pieces = written.pieces.withLock { $0 }
        #expect(pieces.allSatisfy { (1...BodyChunkingMiddleware.pieceBytes).contains($0.readableBytes) })
        #expect(pieces.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) } == whole)
    }

    @Test func stalledStreamIsResetAfterTheTimeout() throws {
        let unsent = UnsentBytes()
        let channel = EmbeddedChannel(handlers: [StalledWrites(), StreamStallTimeout(unsent: unsent)])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        channel.write(HTTPResponsePart.head(.init(status: .ok)), promise: nil)
        channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: 100)), promise: nil)
        #expect(unsent.count == 100)
        channel.embeddedEventLoop.advanceTime(by: StreamStallTimeout.limit - .milliseconds(1))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(!channel.isActive)
        channel.embeddedEventLoop.run()
        #expect(unsent.count == 0)
    }

    @Test func progressingStreamIsNotReset() throws {
        let unsent = UnsentBytes()
        let stalled = StalledWrites()
        let channel = EmbeddedChannel(handlers: [stalled, StreamStallTimeout(unsent: unsent)])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        for _ in 0..<5 {
            channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: 100)), promise: nil)
            channel.embeddedEventLoop.advanceTime(by: StreamStallTimeout.limit - .milliseconds(1))
            stalled.completeWrites()
        }
        #expect(unsent.count == 0)
        channel.embeddedEventLoop.advanceTime(by: .minutes(1))
        #expect(channel.isActive)
    }
}

/// Holds back all writes, like a closed flow-control window, until the test calls `completeWrites`.
private final class StalledWrites: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart

    private var waiting: [EventLoopPromise<Void>] = []

    func completeWrites() {
        for promise in waiting { promise.succeed() }
        waiting = []
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if let promise { waiting.append(promise) }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        for promise in waiting { promise.fail(ChannelError.ioOnClosedChannel) }
        waiting = []
        context.close(mode: mode, promise: promise)
    }
}
