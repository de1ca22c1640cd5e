import GatewayCore
import Logging
import MosquittoTransport

/// Keeps the subscriptions of one connection equal to the wanted ones.
actor Subscriptions {
    /// The number of subscriptions that are requested together. On the telemetry lane each answer may wait for a
    /// commit.
    private static let requestsInFlight = 64
    private static let retryAfter = Duration.seconds(10)
    /// The time between two checks of the messages retained on topics to which the gateway is not subscribed.
    private static let retainedCheckInterval = Duration.seconds(60)

    private let connection: MosquittoConnection
    /// The name of the lane, for the log.
    private let lane: String
    private let wanted: @Sendable () async -> Set<Subscription>
    private let changed: @Sendable () async -> Void
    private let retainedChecks: @Sendable () async -> Set<Subscription>
    /// The subscriptions of `retainedChecks` that were checked since the connect or the last interval.
    private var checkedRetained: Set<Subscription> = []
    private let logger: Logger
    private var active: Set<Subscription> = []
    /// The number of connects. Subscriptions made before the last one may be lost.
    private var connects = 0
    /// Topic filters that must be subscribed to again, although an earlier request for them is not answered yet.
    private var renewed: Set<String> = []
    private let (firstConnect, connect) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let (requests, request) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// `changed` is called after the broker has accepted changed subscriptions. The subscriptions of `retainedChecks` are made
    /// from time to time, and each is removed as soon as the broker has sent the messages retained there.
    init(
        _ connection: MosquittoConnection, lane: String, logger: Logger,
        wanted: @escaping @Sendable () async -> Set<Subscription>,
        changed: @escaping @Sendable () async -> Void = {},
        retainedChecks: @escaping @Sendable () async -> Set<Subscription> = { [] }
    ) {
        self.connection = connection
        self.lane = lane
        self.logger = logger
        self.wanted = wanted
        self.changed = changed
        self.retainedChecks = retainedChecks
    }

    /// Opens the connection and keeps its subscriptions until `body`, which takes its events, returns; then closes it.
    ///
    /// Subscribing runs concurrently with the events: the messages that a subscription brings in must be read before
    /// the broker answers the remaining subscriptions.
    nonisolated func keep(while body: @Sendable () async -> Void) async {
        do throws(MosquittoError) {
            try connection.open()
        } catch {
            logger.error("a lane cannot be opened", metadata: [LogKey.lane: "\(lane)", LogKey.errorCode: "\(error)"])
            return
        }
        await withDiscardingTaskGroup { group in
            group.addTask { await self.run() }
            await body()
            await connection.close()
            group.cancelAll()
        }
    }

    /// Makes all subscriptions again after a connect, and logs the state of the connection. The lane calls this after
    /// it has processed the event.
    nonisolated func follow(_ event: ConnectionEvent) async {
        switch event {
        case .connected:
            logger.info("a lane is connected", metadata: [LogKey.lane: "\(lane)"])
            await connected()
        case .disconnected(let error):
            logger.notice(
                "a lane is disconnected", metadata: [LogKey.lane: "\(lane)", LogKey.errorCode: "\(error)"])
        case .messages, .batchEnded: break
        }
    }

    /// Has `run` compare the subscriptions with the wanted ones, which may have changed.
    nonisolated func refresh() { request.yield() }

    /// Makes all subscriptions again, because the broker may have lost the session.
    private func connected() {
        active = []
        checkedRetained = []
        connects += 1
        connect.yield()
        refresh()
    }

    /// Subscribes to `topics` again, so that the broker sends the messages retained there once more.
    func renew(_ topics: Set<String>) {
        guard !topics.isEmpty else { return }
        active = active.filter { !topics.contains($0.topicFilter) }
        renewed.formUnion(topics)
        refresh()
    }

    /// Returns after the first connect, or when the task is cancelled. Supports one caller only.
    nonisolated func waitUntilConnected() async {
        for await _ in firstConnect { return }
    }

    /// Subscribes and unsubscribes whenever something changed, until cancelled.
    private func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.checkRetainedPeriodically() }
            for await _ in requests where await !reconcile() {
                try? await Task.sleep(for: Self.retryAfter)
                refresh()
            }
            group.cancelAll()
        }
    }

    /// Repeats the check of retained messages, because the broker may retain one later.
    private func checkRetainedPeriodically() async {
        while (try? await Task.sleep(for: Self.retainedCheckInterval)) != nil {
            checkedRetained = []
            refresh()
        }
    }

    /// Makes the missing subscriptions and removes the unwanted ones. Returns false when the caller must try again
    /// later. Without a connection this is not needed, because the next connect makes all subscriptions.
    private func reconcile() async -> Bool {
        let wanted = await wanted().filter(isValid)
        renewed = []
        let added = wanted.subtracting(active)
        // A filter of which only the options changed is subscribed to again and never unsubscribed.
        let ended = Set(active.map(\.topicFilter)).subtracting(wanted.map(\.topicFilter))
        var isDone = true
        for some in added.sorted(by: { $0.topicFilter < $1.topicFilter }).batches(of: Self.requestsInFlight) {
            guard let isMade = await subscribe(some) else { return true }
            isDone = isDone && isMade
        }
        for some in ended.sorted().batches(of: Self.requestsInFlight) {
            let isEnded = await attempt { () async throws(MosquittoError) in try await connection.unsubscribe(some) }
            guard let isEnded else { return true }
            if isEnded { active = active.filter { !some.contains($0.topicFilter) } }
            isDone = isDone && isEnded
        }
        if isDone, !added.isEmpty || !ended.isEmpty { await changed() }
        return await checkRetained() && isDone
    }

    /// Subscribes to the filters of `retainedChecks` and unsubscribes again. Brokers send retained messages before they answer
    /// later requests, so the messages have arrived when the unsubscription is answered.
    private func checkRetained() async -> Bool {
        let all = await retainedChecks().filter(isValid)
        checkedRetained.formIntersection(all)
        var isDone = true
        for some in all.subtracting(checkedRetained).sorted(by: { $0.topicFilter < $1.topicFilter }).batches(
            of: Self.requestsInFlight)
        {
            let isSeen = await attempt { () async throws(MosquittoError) in
                try await connection.subscribe(some)
                try await connection.unsubscribe(some.map(\.topicFilter))
            }
            guard let isSeen else { return true }
            if isSeen { checkedRetained.formUnion(some) }
            isDone = isDone && isSeen
        }
        return isDone
    }

    /// Returns whether the broker accepted the subscriptions; nil when the connection was lost or replaced meanwhile.
    private func subscribe(_ some: [Subscription]) async -> Bool? {
        let isMade = await attempt { () async throws(MosquittoError) in try await connection.subscribe(some) }
        guard isMade == true else { return isMade }
        let filters = Set(some.map(\.topicFilter))
        active = active.filter { !filters.contains($0.topicFilter) }
        active.formUnion(some.filter { !renewed.contains($0.topicFilter) })
        return true
    }

    /// Makes one change and returns whether it succeeded. A failure does not affect the other changes. Returns nil when
    /// the connection was lost or replaced meanwhile.
    private func attempt(_ change: () async throws(MosquittoError) -> Void) async -> Bool? {
        let connect = connects
        do throws(MosquittoError) {
            try await change()
            return connect == connects ? true : nil
        } catch .notConnected {
            return nil
        } catch {
            logger.notice("subscriptions could not be changed", metadata: [LogKey.errorCode: "\(error)"])
            return false
        }
    }

    /// Whether the filter is valid. Dialects produce only valid ones; an invalid filter alone is left out.
    private func isValid(_ subscription: Subscription) -> Bool {
        guard let fault = subscription.fault else { return true }
        logger.error("a topic filter is not valid and is left out", metadata: [LogKey.errorDetail: "\(fault)"])
        return false
    }
}

extension Array {
    fileprivate func batches(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
