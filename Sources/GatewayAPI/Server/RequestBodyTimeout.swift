import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Fails a request with `TimedOut` if its body has not arrived completely 20 s after its head, and closes the channel 2 s
/// later. It applies whether or not a handler reads the body, so that a slow body cannot keep a connection open.
///
/// An upload has 20 s for each piece, and 3 minutes in all, which is enough for 20 MB over a poor connection.
final class RequestBodyTimeout: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    /// The body did not arrive in time.
    struct TimedOut: Error {}

    private static let timeout = TimeAmount.seconds(20)
    private static let uploadTimeout = TimeAmount.minutes(3)
    private static let closeDelay = TimeAmount.seconds(2)
    private var deadline: Scheduled<Void>?
    /// That of the next piece of an upload.
    private var pieceDeadline: Scheduled<Void>?
    private var end: Scheduled<Void>?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            let isUpload = RouteTable.takesUpload(head.method, at: head.path ?? "")
            deadline = schedule(context, in: isUpload ? Self.uploadTimeout : Self.timeout)
            if isUpload { pieceDeadline = schedule(context, in: Self.timeout) }
        case .body:
            guard let waiting = pieceDeadline else { break }
            waiting.cancel()
            pieceDeadline = schedule(context, in: Self.timeout)
        case .end:
            deadline?.cancel()
            pieceDeadline?.cancel()
            pieceDeadline = nil
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
        pieceDeadline?.cancel()
        end?.cancel()
    }

    private func schedule(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
        let loop = context.eventLoop.assumeIsolated()
        return loop.scheduleTask(in: time) {
            context.fireErrorCaught(TimedOut())
            // Leaves time to send the response.
            self.end = loop.scheduleTask(in: Self.closeDelay) { context.close(promise: nil) }
        }
    }
}
