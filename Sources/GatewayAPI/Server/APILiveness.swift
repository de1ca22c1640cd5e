import Concurrency
import NIOCore
import NIOPosix

/// Shows that the servers of the API still accept connections and answer requests.
package enum APILiveness {
    /// There is no such route, which is an answer as well: every answer counts.
    private static let request = "HEAD \(UnixSocketServer.prefix)/liveness HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// Returns when each event loop of the servers has taken a turn, and a request through the Unix socket is answered
    /// or refused. Waits without end for a server that does neither; returns when the task is cancelled.
    package static func nextAnswer(socketPath: String) async {
        for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
            let turn = Reply()
            loop.execute { turn.send() }
            await turn.wait()
        }
        let answer = Reply()
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { $0.pipeline.addHandler(AnswerHandler(answer)) }
        // A server that refuses a connection moves; a server that has ended also ends the gateway.
        guard let channel = try? await bootstrap.connect(unixDomainSocketPath: socketPath).get() else { return }
        channel.writeAndFlush(ByteBuffer(string: request), promise: nil)
        await answer.wait()
        channel.close(promise: nil)
    }
}

/// Sends a reply when the first bytes arrive, or when the connection ends.
private final class AnswerHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let answer: Reply

    init(_ answer: Reply) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { answer.send() }

    func channelInactive(context: ChannelHandlerContext) { answer.send() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        answer.send()
        context.close(promise: nil)
    }
}
