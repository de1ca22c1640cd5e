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
    /// What was asked for in an earlier one may be gone, or is wanted again.
    private var epoch = 0
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
        epoch += 1
        connect.yield()
        refresh()
    }

    /// Has the broker tell again what it keeps on `topics`.
    func renew(_ topics: Set<String>) {
        guard !topics.isEmpty else { return }
        made = made.filter { !topics.contains($0.topicFilter) }
        epoch += 1
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
        let wanted = await wanted().filter(isPossible)
        let (added, removed) = (wanted.subtracting(made), made.subtracting(wanted))
        var isDone = true
        for some in added.batches(of: Self.atOnce) {
            let outcome = await attempt { () async throws(MosquittoError) in try await connection.subscribe(some) }
            switch outcome {
            case .done: made.formUnion(some)
            case .failed: isDone = false
            case .overtaken: return true
            }
        }
        for some in removed.batches(of: Self.atOnce) {
            let outcome = await attempt { () async throws(MosquittoError) in
                try await connection.unsubscribe(some.map(\.topicFilter))
            }
            switch outcome {
            case .done: made.subtract(some)
            case .failed: isDone = false
            case .overtaken: return true
            }
        }
        if isDone, !added.isEmpty || !removed.isEmpty { await changed() }
        return isDone
    }

    /// What is overtaken is asked for again anyway.
    private enum Outcome { case done, failed, overtaken }

    /// What cannot be done with some leaves the others in peace.
    private func attempt(_ change: () async throws(MosquittoError) -> Void) async -> Outcome {
        let asked = epoch
        do throws(MosquittoError) {
            try await change()
            return asked == epoch ? .done : .overtaken
        } catch .notConnected {
            return .overtaken
        } catch {
            logger.notice("subscriptions could not be changed", metadata: [LogKey.errorCode: "\(error)"])
            return .failed
        }
    }

    /// Dialects let no such topic through; if one does, it is the only one that stays unheard.
    private func isPossible(_ subscription: Subscription) -> Bool {
        guard let fault = subscription.fault else { return true }
        logger.error("a topic cannot be listened to", metadata: [LogKey.errorDetail: "\(fault)"])
        return false
    }
}

extension Set<Subscription> {
    fileprivate func batches(of size: Int) -> [[Subscription]] {
        let sorted = sorted { $0.topicFilter < $1.topicFilter }
        return stride(from: 0, to: count, by: size).map { Array(sorted[$0..<Swift.min($0 + size, count)]) }
    }
}
