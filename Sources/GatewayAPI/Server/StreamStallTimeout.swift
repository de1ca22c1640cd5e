import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Synchronization

/// The number of response bytes that were passed to connections and are not sent yet, for all connections together.
final class UnsentBytes: Sendable {
    private let value = Atomic<Int>(0)

    var count: Int { value.load(ordering: .relaxed) }

    fileprivate func add(_ bytes: Int) { value.add(bytes, ordering: .relaxed) }
}

/// Resets an HTTP/2 stream whose peer does not read the data that waits for it. TCP does not see the flow-control
/// window of a stream, so no other timeout detects this.
///
/// Each piece of a body (see `BodyChunkingMiddleware`) must be sent within the limit, while the connection itself accepts bytes;
/// a connection that accepts none is closed by `ConnectionStallTimeout`.
final class StreamStallTimeout: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart

    static let limit = TimeAmount.seconds(10)

    private let unsent: UnsentBytes
    private var waiting = 0
    private var deadline: Scheduled<Void>?

    init(unsent: UnsentBytes) { self.unsent = unsent }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .body(let bytes) = unwrapOutboundIn(data), bytes.readableBytes > 0 else {
            return context.write(data, promise: promise)
        }
        let size = bytes.readableBytes
        let sent = promise ?? context.eventLoop.makePromise()
        unsent.add(size)
        waiting += 1
        if waiting == 1 { schedule(context) }
        // A channel fails the promises of writes that it could not send, so each promise completes once.
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        sent.futureResult.whenComplete { _ in
            let (handler, context) = bound.value
            handler.settled(size, context: context)
        }
        context.write(data, promise: sent)
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    private func settled(_ size: Int, context: ChannelHandlerContext) {
        unsent.add(-size)
        waiting -= 1
        deadline?.cancel()
        deadline = nil
        if waiting > 0 { schedule(context) }
    }

    private func schedule(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: Self.limit) {
            let (handler, context) = bound.value
            guard context.channel.isActive else { return }
            if context.channel.parent?.isWritable ?? true {
                context.close(promise: nil)
            } else {
                handler.schedule(context)
            }
        }
    }
}

/// Closes an event stream as soon as the client closes its half of the connection. Other responses over HTTP/1.1
/// continue, because a client may close its half after the request and wait for the response.
final class DisconnectDetector: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    private var isStreaming = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .head(let head) = unwrapOutboundIn(data) {
            isStreaming = head.headerFields[.contentType] == "text/event-stream"
        }
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if isStreaming, event as? ChannelEvent == .inputClosed { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
