import NIOCore
import NIOHTTPTypes

/// A body that trickles in holds a connection no longer, whether somebody reads it or not.
final class BodyDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    struct Missed: Error {}

    private static let patience = TimeAmount.seconds(20)
    private static let farewell = TimeAmount.seconds(2)
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
        deadline = loop.scheduleTask(in: Self.patience) {
            context.fireErrorCaught(Missed())
            // So long it has to be told.
            self.end = loop.scheduleTask(in: Self.farewell) { context.close(promise: nil) }
        }
    }
}
