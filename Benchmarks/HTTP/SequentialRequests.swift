import NIOCore
import NIOPosix
import Synchronization

/// Sends requests over one connection, each as soon as the previous one is answered.
final class SequentialRequests: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// The answers that a connection received.
    struct Outcome: Sendable {
        var answers = 0
        /// The size of the last body, in bytes.
        var bytes = 0
        /// The answers per second, of all connections together.
        var perSecond = 0.0

        /// Adds the outcome of another connection that ran at the same time.
        mutating func add(_ other: Outcome) {
            answers += other.answers
            bytes = other.bytes
            perSecond += other.perSecond
        }
    }

    private var requests: ArraySlice<ByteBuffer>
    private let span: Duration
    private let done: EventLoopPromise<Outcome>
    private var outcome = Outcome()
    private var start = ContinuousClock.now
    private var received: [UInt8] = []
    private var head: ResponseHead?

    private init(_ requests: [ByteBuffer], for span: Duration, done: EventLoopPromise<Outcome>) {
        self.requests = requests[...]
        self.span = span
        self.done = done
    }

    /// Sends requests until `span` is over or none is left. Throws when an answer is not 200.
    static func run(_ requests: [ByteBuffer], through endpoint: GatewayEndpoint, for span: Duration) async throws
        -> Outcome
    {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let done = loop.makePromise(of: Outcome.self)
        let limit = loop.scheduleTask(in: .seconds(span.components.seconds + 30)) {
            done.fail(ConditionNotMet("every request is answered"))
        }
        defer { limit.cancel() }
        do {
            let channel = try await endpoint.connect { SequentialRequests(requests, for: span, done: done) }
            defer { channel.close(promise: nil) }
            return try await done.futureResult.get()
        } catch {
            done.fail(error)
            throw error
        }
    }

    func channelActive(context: ChannelHandlerContext) {
        start = .now
        next(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += unwrapInboundIn(data).readableBytesView
        do {
            while let head = try head ?? ResponseHead(in: received) {
                self.head = head
                guard received.count >= head.end + head.length else { return }
                guard head.status == 200 else { throw ConditionNotMet("an answer is 200, not \(head.status)") }
                received.removeFirst(head.end + head.length)
                self.head = nil
                outcome.answers += 1
                outcome.bytes = head.length
                next(context)
            }
        } catch {
            done.fail(error)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { done.fail(error) }

    func channelInactive(context: ChannelHandlerContext) { done.fail(ChannelError.ioOnClosedChannel) }

    private func next(_ context: ChannelHandlerContext) {
        let took = ContinuousClock.now - start
        guard took < span, let request = requests.popFirst() else {
            outcome.perSecond = Double(outcome.answers) / (took / .seconds(1))
            return done.succeed(outcome)
        }
        context.writeAndFlush(NIOAny(request), promise: nil)
    }
}
