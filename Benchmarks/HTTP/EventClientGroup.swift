import NIOCore
import NIOPosix
import Synchronization

/// Many clients that read live events, and when each of them received which event.
final class EventClientGroup: Sendable {
    /// The events that one reader received.
    struct Log: Sendable {
        /// The arrivals, with the number that the gateway gave each event.
        var arrivals: [(number: Int, time: ContinuousClock.Instant)] = []
        /// The data of the events, only for a reader that keeps it.
        var data: [Int: [UInt8]] = [:]
    }

    /// The endpoint and the request of one reader.
    struct Client: Sendable {
        let endpoint: GatewayEndpoint
        let request: ByteBuffer
    }

    let clients: [Client]
    private let listening = Atomic(0)

    init(_ clients: [Client]) { self.clients = clients }

    var isReceiving: Bool { listening.load(ordering: .acquiring) == clients.count }

    /// Connects all readers for the time of `body`, and returns their logs. The first reader keeps the data of the
    /// events.
    func listen(during body: () async throws -> Void) async throws -> [Log] {
        let promises = clients.map { _ in MultiThreadedEventLoopGroup.singleton.next().makePromise(of: Log.self) }
        var channels: [any Channel] = []
        defer {
            for channel in channels { channel.close(promise: nil) }
            // The promises of the readers that were not connected.
            for promise in promises.dropFirst(channels.count) { promise.succeed(Log()) }
        }
        for (index, (client, log)) in zip(clients, promises).enumerated() {
            let channel = try await client.endpoint.connect { [self] in
                EventStreamHandler(client.request, keepsData: index == 0, log: log) {
                    self.listening.add(1, ordering: .releasing)
                }
            }
            channels.append(channel)
        }
        try await body()
        for channel in channels { channel.close(promise: nil) }
        var logs: [Log] = []
        for promise in promises { logs.append(try await promise.futureResult.get()) }
        return logs
    }
}

/// Reads a stream of events, only as far as needed to know which events arrived.
final class EventStreamHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let request: ByteBuffer
    private let keepsData: Bool
    private let done: EventLoopPromise<EventClientGroup.Log>
    private let begins: () -> Void
    private var log = EventClientGroup.Log()
    private var rest: [UInt8] = []
    private var number = 0
    private var hasReceived = false

    /// `begins` is called when the first data arrives. The promise gets the log when the connection ends.
    init(
        _ request: ByteBuffer, keepsData: Bool, log: EventLoopPromise<EventClientGroup.Log>,
        begins: @escaping () -> Void
    ) {
        self.request = request
        self.keepsData = keepsData
        done = log
        self.begins = begins
    }

    func channelActive(context: ChannelHandlerContext) { context.writeAndFlush(NIOAny(request), promise: nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let now = ContinuousClock.now
        rest += unwrapInboundIn(data).readableBytesView
        var start = rest.startIndex
        while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
            parse(rest[start..<end], at: now)
            start = end + 1
        }
        rest.removeFirst(start)
        if !hasReceived { begins() }
        hasReceived = true
    }

    func channelInactive(context: ChannelHandlerContext) { done.succeed(log) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func parse(_ line: ArraySlice<UInt8>, at now: ContinuousClock.Instant) {
        if line.starts(with: Self.id) {
            let digits = line[(line.lastIndex(of: UInt8(ascii: "-")) ?? line.startIndex)...].dropFirst()
            number = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
        } else if line.starts(with: Self.field) {
            log.arrivals.append((number, now))
            if keepsData { log.data[number] = Array(line.dropFirst(Self.field.count)) }
        }
    }

    private static let id = Array("id: ".utf8)
    private static let field = Array("data: ".utf8)
}
