import Glibc
import NIOCore
import NIOSSL
import NIOTLS

extension Channel {
    private static var userTimeout: ChannelOptions.Types.SocketOption {
        ChannelOptions.Types.SocketOption(level: .tcp, name: NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT))
    }

    /// Ends the connection of a peer that vanished without a word 30 s after something was sent to it in vain.
    func guardTransport() throws {
        try syncOptions?.setOption(Self.userTimeout, value: 30_000)
    }
}

/// Closes a connection that has not completed its TLS handshake in time.
final class HandshakeDeadline: ChannelInboundHandler, RemovableChannelHandler {
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
final class AnswerDeadline: ChannelInboundHandler, RemovableChannelHandler {
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

/// Closes a connection without a proof on which no byte went either way for 10 to 15 s. Proven connections may be idle for as
/// long as HTTP allows.
final class UnprovenIdleTimeout: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    typealias OutboundIn = NIOAny

    private static let period = TimeAmount.seconds(5)
    /// So many periods in a row.
    private static let patience = 2

    private let limit: ConnectionLimit
    private var silentPeriods = 0
    private var check: RepeatedTask?

    init(limit: ConnectionLimit) { self.limit = limit }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context.channel), eventLoop: context.eventLoop)
        check = context.eventLoop.scheduleRepeatedTask(initialDelay: Self.period, delay: Self.period) { task in
            let (handler, channel) = bound.value
            guard !handler.limit.isProven(channel) else { return task.cancel() }
            if handler.silentPeriods >= Self.patience { channel.close(promise: nil) }
            handler.silentPeriods += 1
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        silentPeriods = 0
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        silentPeriods = 0
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        check?.cancel()
        context.fireChannelInactive()
    }
}
