import GatewayCore
import Logging
import MosquittoTransport

/// Keeps the subscriptions of one connection at what is wanted now.
actor Subscriptions {
    /// So many are asked for at once: on the telemetry lane each answer may wait for a commit.
    private static let atOnce = 64
    private static let retryAfter = Duration.seconds(10)

    private let connection: MosquittoConnection
    private let wanted: @Sendable () async -> Set<Subscription>
    private let changed: @Sendable () async -> Void
    private let logger: Logger
    private var made: Set<Subscription> = []
    private let (firstConnect, connect) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let (requests, request) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// `changed` is called when the broker has taken what is wanted now.
    init(
        _ connection: MosquittoConnection, logger: Logger, wanted: @escaping @Sendable () async -> Set<Subscription>,
        changed: @escaping @Sendable () async -> Void = {}
    ) {
        self.connection = connection
        self.logger = logger
        self.wanted = wanted
        self.changed = changed
    }

    /// What is wanted may have changed.
    nonisolated func refresh() { request.yield() }

    /// The broker may know nothing of us any more.
    func connected() {
        made = []
        connect.yield()
        refresh()
    }

    /// For one caller.
    nonisolated func waitUntilConnected() async {
        for await _ in firstConnect { return }
    }

    /// Subscribes and unsubscribes whenever something changed, until cancelled.
    func run() async {
        for await _ in requests where await !reconcile() {
            try? await Task.sleep(for: Self.retryAfter)
            refresh()
        }
    }

    /// False when it is to be tried again; without a connection the next connect asks for everything anyway.
    private func reconcile() async -> Bool {
        let (wanted, before) = (await wanted(), made)
        let (added, removed) = (wanted.subtracting(before), before.subtracting(wanted))
        made = wanted
        do throws(MosquittoError) {
            for some in added.batches(of: Self.atOnce) { try await connection.subscribe(some) }
            for some in removed.batches(of: Self.atOnce) { try await connection.unsubscribe(some.map(\.topicFilter)) }
        } catch .notConnected {
            return true
        } catch {
            logger.notice("subscriptions could not be changed", metadata: [LogKey.errorCode: "\(error)"])
            made = before
            return false
        }
        if !added.isEmpty || !removed.isEmpty { await changed() }
        return true
    }
}

extension Set<Subscription> {
    fileprivate func batches(of size: Int) -> [[Subscription]] {
        let sorted = sorted { $0.topicFilter < $1.topicFilter }
        return stride(from: 0, to: count, by: size).map { Array(sorted[$0..<Swift.min($0 + size, count)]) }
    }
}
