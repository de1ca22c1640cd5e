import Glibc
import NIOCore
import NIOExtras
import NIOSSL
import NIOTLS

extension Channel {
    private static var userTimeout: ChannelOptions.Types.SocketOption {
        ChannelOptions.Types.SocketOption(level: .tcp, name: NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT))
    }

    /// Closes the connection of a peer that has not acknowledged sent data for 30 s, because it vanished without
    /// closing the connection.
    func setUserTimeout() throws {
        try syncOptions?.setOption(Self.userTimeout, value: 30_000)
    }
}

/// Closes a connection that has not completed its TLS handshake in time, or when the gateway stops: nothing was asked yet.
final class HandshakeTimeout: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private static let timeout = TimeAmount.seconds(10)
    private var deadline: Scheduled<Void>?
    private var isComplete = false

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: Self.timeout) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted = event as? TLSUserEvent {
            isComplete = true
            deadline?.cancel()
        }
        context.fireUserInboundEventTriggered(event)
        if event is ChannelShouldQuiesceEvent, !isComplete { context.close(promise: nil) }
    }
}

/// Closes a connection that has not accepted data for 30 s, because its peer does not read.
final class ConnectionStallTimeout: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private static let timeout = TimeAmount.seconds(30)
    private var deadline: Scheduled<Void>?

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        deadline?.cancel()
        let channel = context.channel
        deadline =
            channel.isWritable
            ? nil : context.eventLoop.scheduleTask(in: Self.timeout) { channel.close(promise: nil) }
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }
}

/// Closes a connection without a proof on which no byte was sent or received for 10 to 15 s. Proven connections may be
/// idle for as long as HTTP allows.
final class UnprovenIdleTimeout: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    typealias OutboundIn = NIOAny

    private static let period = TimeAmount.seconds(5)
    /// The number of idle periods in a row that are allowed.
    private static let timeout = 2

    private let limit: ConnectionLimit
    private var idlePeriods = 0
    private var check: RepeatedTask?

    init(limit: ConnectionLimit) { self.limit = limit }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context.channel), eventLoop: context.eventLoop)
        check = context.eventLoop.scheduleRepeatedTask(initialDelay: Self.period, delay: Self.period) { task in
            let (handler, channel) = bound.value
            guard !handler.limit.isProven(channel) else { return task.cancel() }
            if handler.idlePeriods >= Self.timeout { channel.close(promise: nil) }
            handler.idlePeriods += 1
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        idlePeriods = 0
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        idlePeriods = 0
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        check?.cancel()
        context.fireChannelInactive()
    }
}
