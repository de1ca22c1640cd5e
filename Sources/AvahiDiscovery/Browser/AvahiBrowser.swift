import Concurrency
package import HomeModel
package import Logging

/// Discovers HomeKit and Matter devices through the Avahi daemon on the system bus of libdbus
/// (`DBUS_SYSTEM_BUS_ADDRESS`, read once per process). The daemon and the bus may stop and start at any time.
package actor AvahiBrowser {
    /// How long services are kept after the connection to the daemon was lost.
    package static let gracePeriod = Duration.seconds(120)
    private static let eventLimit = 8192
    private static let logInterval = Duration.seconds(60)

    private let kinds: [ServiceKind]
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private let library = LibraryQueue(label: "avahi.browser")
    private let readiness = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    private var table = ServiceTable()
    private var pending = PendingChanges()
    private var status = DiscoveryHealth.Status.starting
    private var refusedLookups = 0
    private var lastLogged: [String: Timestamp] = [:]

    /// `clock` is used for waiting, `now` for timestamps.
    package init(
        kinds: [ServiceKind] = ServiceKind.allCases, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        self.kinds = kinds
        self.clock = clock
        self.now = now
        self.logger = logger
    }

    /// The changes since the start of `run()`, for a single consumer. A slow consumer receives only the latest state of
    /// a service. The sequence ends when `run()` has ended.
    package nonisolated var changes: AsyncStream<ServiceChange> {
        AsyncStream { await self.nextChange() }
    }

    /// All services that are known now.
    package var services: [NetworkService] { table.services }

    /// The current state of discovery.
    package var health: DiscoveryHealth {
        DiscoveryHealth(
            status: status, rejections: table.rejections, refusedLookups: refusedLookups,
            services: table.services.count)
    }

    /// Browses until cancelled. A missing bus or daemon only delays it. Callers must call it once only.
    package func run() async {
        await withDiscardingTaskGroup { group in
            var backoff = ExponentialBackoff.avahiClient
            while !Task.isCancelled {
                let reason = await browse(&backoff)
                recordFailure(reason)
                if let outage = table.daemonWentAway() {
                    // The wait runs concurrently with the browsing: the daemon may be back long before its services
                    // expire.
                    group.addTask { await self.expire(outage) }
                }
                try? await clock.sleep(for: backoff.next())
            }
            group.cancelAll()
        }
        status = .stopped
        readiness.continuation.finish()
    }

    /// Runs one connection, from opening to failure. Returns why it ended.
    private func browse(_ backoff: inout ExponentialBackoff) async -> AvahiError {
        let (events, continuation) = AsyncStream.makeStream(
            of: BrowseEvent.self, bufferingPolicy: .bufferingOldest(Self.eventLimit))
        let handle = BrowseHandle(kinds: kinds) { event in
            // A lost event would leave the table wrong for good, so the connection ends and everything is read again.
            if case .dropped = continuation.yield(event) { continuation.finish() }
        }
        do throws(AvahiError) {
            try await library.run { () throws(AvahiError) in try handle.open() }
        } catch {
            return error
        }
        let reason = await follow(events, backoff: &backoff)
        try? await library.run { handle.close() }
        return reason
    }

    private func follow(_ events: AsyncStream<BrowseEvent>, backoff: inout ExponentialBackoff) async -> AvahiError {
        for await event in events {
            switch event {
            case .client(.running):
                backoff.reset()
                status = .running(since: now())
                refusedLookups = 0
                logger.info("discovery is running")
            case .client(.connecting): recordFailure(.daemonNotRunning)
            case .client(.registering): break
            case .client(.failed(let error)): return error
            case .service(let event): apply(event)
            case .lookupRefused(let error):
                refusedLookups += 1
                logRateLimited("a service cannot be looked up", cause: error)
            }
        }
        return .overrun
    }

    /// Updates the status after a failure. The first failure after a working connection means reconnecting; any further
    /// one means that discovery is unavailable, since the same moment.
    private func recordFailure(_ reason: AvahiError) {
        switch status {
        case .running: status = .reconnecting(since: now(), reason: reason)
        case .reconnecting(let since, _), .unavailable(let since, _):
            status = .unavailable(since: since, reason: reason)
        case .starting, .stopped: status = .unavailable(since: now(), reason: reason)
        }
        if !Task.isCancelled { logRateLimited("discovery is interrupted", cause: reason) }
    }

    private func expire(_ outage: ServiceTable.DaemonOutage) async {
        guard (try? await clock.sleep(for: Self.gracePeriod)) != nil else { return }
        enqueue(table.expire(outage, at: now()))
    }

    private func apply(_ event: ServiceEvent) {
        let before = table.rejections
        enqueue(table.apply(event, at: now()))
        for (rejection, count) in table.rejections where count != before[rejection] {
            logRateLimited("a record is left out", cause: rejection)
        }
    }

    private func enqueue(_ changes: [ServiceChange]) {
        guard !changes.isEmpty else { return }
        for change in changes { pending.add(change) }
        readiness.continuation.yield()
    }

    private func nextChange() async -> ServiceChange? {
        if let change = pending.popFirst() { return change }
        for await _ in readiness.stream {
            if let change = pending.popFirst() { return change }
        }
        return nil
    }

    /// Logs a message at most once a minute for each cause.
    private func logRateLimited(_ message: Logger.Message, cause: some Error & CustomStringConvertible) {
        let key = "\(message): \(cause)"
        let time = now()
        if let last = lastLogged[key], (.zero..<Self.logInterval).contains(time - last) { return }
        lastLogged[key] = time
        logger.info(message, metadata: ["error.reason": "\(cause)"])
    }
}

/// The state of discovery, for `status` and `doctor`.
package struct DiscoveryHealth: Hashable, Sendable {
    /// The state of the connection to the Avahi daemon.
    package enum Status: Hashable, Sendable {
        case starting
        case running(since: Timestamp)
        /// The connection was lost a moment ago; services are kept meanwhile.
        case reconnecting(since: Timestamp, reason: AvahiError)
        /// No daemon answers; the connection is tried again and again.
        case unavailable(since: Timestamp, reason: AvahiError)
        case stopped
    }

    package var status = Status.starting
    /// How many records were left out since the start, by reason.
    package var rejections: [ServiceRejection: Int] = [:]
    /// How many look-ups the daemon refused since it was last connected.
    package var refusedLookups = 0
    /// How many services are known now.
    package var services = 0
}

/// The changes that are not consumed yet, at most one per service. A slow consumer gets the latest one, and the queue
/// does not grow.
struct PendingChanges {
    private var order: [NetworkService.ID] = []
    private var latest: [NetworkService.ID: ServiceChange] = [:]

    mutating func add(_ change: ServiceChange) {
        let id = change.id
        switch (latest[id], change) {
        case (nil, _):
            order.append(id)
            latest[id] = change
        case (.found, .lost):
            order.removeAll { $0 == id }
            latest[id] = nil
        case (.found, .changed(let service)):
            latest[id] = .found(service)
        case (.lost, .found(let service)):
            latest[id] = .changed(service)
        default:
            latest[id] = change
        }
    }

    mutating func popFirst() -> ServiceChange? {
        order.isEmpty ? nil : latest.removeValue(forKey: order.removeFirst())
    }
}
