import NIOCore
import NIOHTTPTypes

/// A body that trickles in holds a connection no longer, whether somebody reads it or not.
final class BodyDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    struct Missed: Error {}

    private static let patience = TimeAmount.seconds(20)
    private var deadline: Scheduled<Void>?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: begin(context)
        case .body: break
        case .end: deadline?.cancel()
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    private func begin(_ context: ChannelHandlerContext) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
            context.fireErrorCaught(Missed())
        }
    }
}
