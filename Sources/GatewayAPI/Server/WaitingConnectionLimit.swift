import NIOCore
import NIOHTTPTypes
import Synchronization

/// Limits the number of connections of the Unix socket that wait for a request or for the rest of one. If there are too
/// many, closes the one that has waited longest, so that requests which are never completed do not lock out other
/// programs.
final class WaitingConnectionLimit: Sendable {
    /// The default limit: far below the number of files that a program may open by default.
    static let most = 64

    /// A connection that waits for a request.
    private struct Connection {
        /// Counts up, so that a smaller number means a longer wait.
        let number: Int
        let channel: any Channel
    }

    private let most: Int
    private let state = Mutex<(waiting: [ObjectIdentifier: Connection], last: Int)>(([:], 0))

    init(most: Int = most) { self.most = most }

    /// Records that the connection waits for a complete request.
    func beginWaiting(_ channel: any Channel) {
        let closed = state.withLock { state -> (any Channel)? in
            state.last += 1
            state.waiting[ObjectIdentifier(channel)] = Connection(number: state.last, channel: channel)
            guard state.waiting.count > most else { return nil }
            let oldest = state.waiting.min { $0.value.number < $1.value.number }
            return oldest.flatMap { state.waiting.removeValue(forKey: $0.key)?.channel }
        }
        closed?.close(promise: nil)
    }

    /// Records that a complete request arrived, or that the connection ended.
    func endWaiting(_ channel: any Channel) {
        state.withLock { _ = $0.waiting.removeValue(forKey: ObjectIdentifier(channel)) }
    }
}

/// Reports to a `WaitingConnectionLimit` when a connection waits for a request.
final class WaitingConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    private let limit: WaitingConnectionLimit

    init(limit: WaitingConnectionLimit) { self.limit = limit }

    func handlerAdded(context: ChannelHandlerContext) { limit.beginWaiting(context.channel) }

    func handlerRemoved(context: ChannelHandlerContext) { limit.endWaiting(context.channel) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = unwrapInboundIn(data) { limit.endWaiting(context.channel) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data), context.channel.isActive { limit.beginWaiting(context.channel) }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        limit.endWaiting(context.channel)
        context.fireChannelInactive()
    }
}
