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
