import GatewayCore
import Logging
import MosquittoTransport

/// Keeps the subscriptions of one connection at what is wanted now.
actor Subscriptions {
    /// So many are asked for at once: on the telemetry lane each answer may wait for a commit.
    private static let atOnce = 64
    private static let retryAfter = Duration.seconds(10)
    /// Between two looks at what the broker retains on topics that the gateway does not listen to.
    private static let glanceAfter = Duration.seconds(60)

    private let connection: MosquittoConnection
    private let wanted: @Sendable () async -> Set<Subscription>
    private let changed: @Sendable () async -> Void
    private let glances: @Sendable () async -> Set<Subscription>
    /// What was subscribed to for a moment since the connection was made.
    private var glanced: Set<Subscription> = []
    private let logger: Logger
    private var made: Set<Subscription> = []
    /// What was made before the last one may be gone.
    private var connects = 0
    /// What is to be asked for again, although its answer is still on its way.
    private var renewed: Set<String> = []
    private let (firstConnect, connect) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let (requests, request) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// `changed` is called when the broker has taken what is wanted now. To each of `glances` it subscribes now and
    /// then, and unsubscribes as soon as the broker has sent what it retained there.
    init(
        _ connection: MosquittoConnection, logger: Logger, wanted: @escaping @Sendable () async -> Set<Subscription>,
        changed: @escaping @Sendable () async -> Void = {},
        glances: @escaping @Sendable () async -> Set<Subscription> = { [] }
    ) {
        self.connection = connection
        self.logger = logger
        self.wanted = wanted
        self.changed = changed
        self.glances = glances
    }

    /// What is wanted may have changed.
    nonisolated func refresh() { request.yield() }

    /// The broker may know nothing of us any more.
    func connected() {
        made = []
        glanced = []
        connects += 1
        connect.yield()
        refresh()
    }

    /// Has the broker tell again what it keeps on `topics`.
    func renew(_ topics: Set<String>) {
        guard !topics.isEmpty else { return }
        made = made.filter { !topics.contains($0.topicFilter) }
        renewed.formUnion(topics)
        refresh()
    }

    /// For one caller.
    nonisolated func waitUntilConnected() async {
        for await _ in firstConnect { return }
    }

    /// Subscribes and unsubscribes whenever something changed, until cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.glanceAgain() }
            for await _ in requests where await !reconcile() {
                try? await Task.sleep(for: Self.retryAfter)
                refresh()
            }
            group.cancelAll()
        }
    }

    /// The broker may retain something later.
    private func glanceAgain() async {
        while (try? await Task.sleep(for: Self.glanceAfter)) != nil {
            glanced = []
            refresh()
        }
    }

    /// False when it is to be tried again; without a connection the next connect asks for everything anyway.
    private func reconcile() async -> Bool {
        let wanted = await wanted().filter(isPossible)
        renewed = []
        let added = wanted.subtracting(made)
        // One filter may only change its options: it is asked for again then, and never given up.
        let ended = Set(made.map(\.topicFilter)).subtracting(wanted.map(\.topicFilter))
        var isDone = true
        for some in added.sorted(by: { $0.topicFilter < $1.topicFilter }).batches(of: Self.atOnce) {
            guard let isMade = await subscribe(some) else { return true }
            isDone = isDone && isMade
        }
        for some in ended.sorted().batches(of: Self.atOnce) {
            let isEnded = await attempt { () async throws(MosquittoError) in try await connection.unsubscribe(some) }
            guard let isEnded else { return true }
            if isEnded { made = made.filter { !some.contains($0.topicFilter) } }
            isDone = isDone && isEnded
        }
        if isDone, !added.isEmpty || !ended.isEmpty { await changed() }
        return await glance() && isDone
    }

    /// Brokers send what they retained before they answer anything else, so it is here when they have unsubscribed.
    private func glance() async -> Bool {
        let all = await glances().filter(isPossible)
        glanced.formIntersection(all)
        var isDone = true
        for some in all.subtracting(glanced).sorted(by: { $0.topicFilter < $1.topicFilter }).batches(of: Self.atOnce) {
            let isSeen = await attempt { () async throws(MosquittoError) in
                try await connection.subscribe(some)
                try await connection.unsubscribe(some.map(\.topicFilter))
            }
            guard let isSeen else { return true }
            if isSeen { glanced.formUnion(some) }
            isDone = isDone && isSeen
        }
        return isDone
    }

    /// Nil when the connection is another one by now.
    private func subscribe(_ some: [Subscription]) async -> Bool? {
        let isMade = await attempt { () async throws(MosquittoError) in try await connection.subscribe(some) }
        guard isMade == true else { return isMade }
        let filters = Set(some.map(\.topicFilter))
        made = made.filter { !filters.contains($0.topicFilter) }
        made.formUnion(some.filter { !renewed.contains($0.topicFilter) })
        return true
    }

    /// What cannot be done with some leaves the others in peace. Nil when the connection is another one by now.
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

    /// Dialects let no such topic through; if one does, it is the only one that stays unheard.
    private func isPossible(_ subscription: Subscription) -> Bool {
        guard let fault = subscription.fault else { return true }
        logger.error("a topic cannot be listened to", metadata: [LogKey.errorDetail: "\(fault)"])
        return false
    }
}

extension Array {
    fileprivate func batches(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
