import NIOCore
import NIOPosix
import Synchronization

/// Sends request after request over one connection, each as soon as the one before is answered.
final class RequestChain: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    struct Outcome: Sendable {
        var answers = 0
        /// Of the last body.
        var bytes = 0
        /// Of all that asked at once.
        var perSecond = 0.0

        /// What another connection got at the same time.
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
    private var head: AnswerHead?

    private init(_ requests: [ByteBuffer], for span: Duration, done: EventLoopPromise<Outcome>) {
        self.requests = requests[...]
        self.span = span
        self.done = done
    }

    /// Asks until `span` is over or no request is left. Throws when an answer is not 200.
    static func run(_ requests: [ByteBuffer], through door: Doorway, for span: Duration) async throws -> Outcome {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let done = loop.makePromise(of: Outcome.self)
        let limit = loop.scheduleTask(in: .seconds(span.components.seconds + 30)) {
            done.fail(Unmeasurable("every request is answered"))
        }
        defer { limit.cancel() }
        do {
            let channel = try await door.connect { RequestChain(requests, for: span, done: done) }
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
            while let head = try head ?? AnswerHead(in: received) {
                self.head = head
                guard received.count >= head.end + head.length else { return }
                guard head.status == 200 else { throw Unmeasurable("an answer is 200, not \(head.status)") }
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
