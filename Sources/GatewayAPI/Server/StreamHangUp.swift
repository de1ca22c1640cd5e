import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Ends a stream of events as soon as its reader says that they are gone: nothing else of a connection over HTTP/1.1 ends
/// by that, since whoever has asked may close their half and wait for the answer.
final class StreamHangUp: ChannelDuplexHandler, RemovableChannelHandler {
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
