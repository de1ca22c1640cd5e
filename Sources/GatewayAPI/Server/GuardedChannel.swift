import Glibc
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOSSL
import NIOTLS

/// Closes connections that would hold a place for ever: those that do not shake hands, that take no answer, and those of
/// an address that has its share.
struct GuardedChannel: HTTPChannelHandler {
    typealias Value = HTTP2UpgradeChannel.Value

    private static let userTimeout = ChannelOptions.Types.SocketOption(
        level: .tcp, name: NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT))
    /// Milliseconds.
    private static let vain: SocketOptionValue = 30_000

    private let base: HTTP2UpgradeChannel
    private let shares: ConnectionShares

    init(_ base: HTTP2UpgradeChannel, shares: ConnectionShares) {
        self.base = base
        self.shares = shares
    }

    var responder: Responder { base.responder }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        guard shares.admit(channel) else {
            return channel.close().flatMapThrowing { throw ChannelError.ioOnClosedChannel }
        }
        return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            // A phone that leaves the house says nothing; what is sent to it for so long in vain ends its connection.
            try channel.syncOptions?.setOption(Self.userTimeout, value: Self.vain)
            let pipeline = channel.pipeline.syncOperations
            let tls = try pipeline.handler(type: NIOSSLServerHandler.self)
            try pipeline.addHandler(AnswerDeadline(), position: .before(tls))
            // Right behind TLS: whoever negotiates the protocol keeps the news of the handshake to themselves.
            try pipeline.addHandler(HandshakeDeadline(), position: .after(tls))
            return value
        }
    }

    func handle(value: Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

private final class HandshakeDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private static let patience = TimeAmount.seconds(10)
    private var deadline: Scheduled<Void>?

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent { deadline?.cancel() }
        context.fireUserInboundEventTriggered(event)
    }
}

/// Closes a connection whose peer reads nothing of what waits for it.
private final class AnswerDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private static let patience = TimeAmount.seconds(30)
    private var deadline: Scheduled<Void>?

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        deadline?.cancel()
        let channel = context.channel
        deadline =
            channel.isWritable
            ? nil : context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }
}
