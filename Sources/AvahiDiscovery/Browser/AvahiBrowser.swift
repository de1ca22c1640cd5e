package import HomeModel
package import Logging

/// Discovers HomeKit and Matter devices through the Avahi daemon on the system bus that libdbus knows
/// (`DBUS_SYSTEM_BUS_ADDRESS`, read once per process). Daemon and bus may come and go.
package actor AvahiBrowser {
    /// How long services are kept after the daemon went away.
    package static let grace = Duration.seconds(120)
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

    /// `clock` is for waiting, `now` for stamping.
    package init(
        kinds: [ServiceKind] = ServiceKind.allCases, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        self.kinds = kinds
        self.clock = clock
        self.now = now
        self.logger = logger
    }

    /// What happens from the start of `run()` on, for one reader. A slow reader skips to the latest state of a service.
    /// Ends when `run()` has ended.
    package nonisolated var changes: AsyncStream<ServiceChange> {
        AsyncStream { await self.nextChange() }
    }

    /// All services that are known now.
    package var services: [NetworkService] { table.services }

    package var health: DiscoveryHealth {
        DiscoveryHealth(
            status: status, rejections: table.rejections, refusedLookups: refusedLookups,
            services: table.services.count)
    }

    /// Browses until cancelled; absence of bus or daemon only delays it. Call it once.
    package func run() async {
        await withDiscardingTaskGroup { group in
            var backoff = Backoff()
            while !Task.isCancelled {
                let reason = await browse(&backoff)
                fell(reason)
                if let absence = table.daemonWentAway() {
                    // Beside the browsing: the daemon may be back long before its services are given up.
                    group.addTask { await self.expire(absence) }
                }
                try? await clock.sleep(for: backoff.next())
            }
            group.cancelAll()
        }
        status = .stopped
        readiness.continuation.finish()
    }

    /// One connection, from opening to failure; returns why it ended.
    private func browse(_ backoff: inout Backoff) async -> AvahiError {
        let (events, continuation) = AsyncStream.makeStream(
            of: BrowseEvent.self, bufferingPolicy: .bufferingOldest(Self.eventLimit))
        let handle = BrowseHandle(kinds: kinds) { event in
            // A gap would leave the table wrong for good: end here and read everything again.
            if case .dropped = continuation.yield(event) { continuation.finish() }
        }
        do throws(AvahiError) {
            try await library.run { () throws(AvahiError) in try handle.open() }
        } catch {
            return error
        }
        let reason = await follow(events, &backoff)
        try? await library.run { handle.close() }
        return reason
    }

    private func follow(_ events: AsyncStream<BrowseEvent>, _ backoff: inout Backoff) async -> AvahiError {
        for await event in events {
            switch event {
            case .client(.running):
                backoff.reset()
                status = .running(since: now())
                refusedLookups = 0
                logger.info("discovery is running")
            case .client(.connecting): fell(.daemonNotRunning)
            case .client(.registering): break
            case .client(.failed(let error)): return error
            case .service(let event): take(event)
            case .lookupRefused(let error):
                refusedLookups += 1
                logAtTimes("a service cannot be looked up", error)
            }
        }
        return .overrun
    }

    /// Cut off after it worked is reconnecting; anything after that is absence, counted from the same moment.
    private func fell(_ reason: AvahiError) {
        switch status {
        case .running: status = .reconnecting(since: now(), reason: reason)
        case .reconnecting(let since, _), .unavailable(let since, _):
            status = .unavailable(since: since, reason: reason)
        case .starting, .stopped: status = .unavailable(since: now(), reason: reason)
        }
        if !Task.isCancelled { logAtTimes("discovery is interrupted", reason) }
    }

    private func expire(_ absence: ServiceTable.Absence) async {
        guard (try? await clock.sleep(for: Self.grace)) != nil else { return }
        tell(table.expire(absence, at: now()))
    }

    private func take(_ event: ServiceEvent) {
        let before = table.rejections
        tell(table.apply(event, at: now()))
        for (rejection, count) in table.rejections where count != before[rejection] {
            logAtTimes("a record is left out", rejection)
        }
    }

    private func tell(_ changes: [ServiceChange]) {
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

    /// At most once a minute per cause.
    private func logAtTimes(_ message: Logger.Message, _ cause: some Error & CustomStringConvertible) {
        let key = "\(message): \(cause)"
        let time = now()
        if let last = lastLogged[key], (.zero..<Self.logInterval).contains(time - last) { return }
        lastLogged[key] = time
        logger.info(message, metadata: ["error.reason": "\(cause)"])
    }
}
