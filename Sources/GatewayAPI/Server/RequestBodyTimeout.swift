import NIOCore
import NIOHTTPTypes

/// Fails a request with `Missed` if its body has not arrived completely 20 s after its head, and closes the channel 2 s
/// later. It applies whether or not a handler reads the body, so that a slow body cannot keep a connection open.
final class RequestBodyTimeout: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    /// The body did not arrive in time.
    struct TimedOut: Error {}

    private static let timeout = TimeAmount.seconds(20)
    private static let closeDelay = TimeAmount.seconds(2)
    private var deadline: Scheduled<Void>?
    private var end: Scheduled<Void>?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: begin(context)
        case .body: break
        case .end: deadline?.cancel()
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    private func stop() {
        deadline?.cancel()
        end?.cancel()
    }

    private func begin(_ context: ChannelHandlerContext) {
        let loop = context.eventLoop.assumeIsolated()
        deadline = loop.scheduleTask(in: Self.timeout) {
            context.fireErrorCaught(TimedOut())
            // Leaves time to send the response.
            self.end = loop.scheduleTask(in: Self.closeDelay) { context.close(promise: nil) }
        }
    }
}
