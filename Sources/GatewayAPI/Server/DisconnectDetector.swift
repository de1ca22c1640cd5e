import HTTPTypes
import NIOCore
import NIOHTTPTypes

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
