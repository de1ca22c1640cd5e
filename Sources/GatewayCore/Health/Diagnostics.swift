package import HomeModel

/// The data that `status` and `doctor` show.
package struct Diagnostics: Sendable {
    package let version: String
    package let startedAt: Timestamp
    private let checks: HealthChecks
    private let dailyChecks: @Sendable () async -> Void
    private let summary: HealthSummary
    private let count: @Sendable () async -> [String: Int]

    /// - Parameter recheck: repeats the checks that are too slow for each request.
    package init(
        version: String, startedAt: Timestamp, checks: HealthChecks,
        recheck: @escaping @Sendable () async -> Void = {}, uptime: @escaping @Sendable () -> Duration,
        counters: @escaping @Sendable () async -> [String: Int]
    ) {
        self.version = version
        self.startedAt = startedAt
        self.checks = checks
        dailyChecks = recheck
        summary = HealthSummary(of: checks, uptime: uptime)
        count = counters
    }

    /// Returns the worst status of all parts, at most a second old. Everyone who can connect may read it.
    package func status() async -> String { await summary.status() }
    /// Checks every part of the gateway now. Of the checks that run once a day only the results are returned.
    package func subsystems() async -> [SubsystemHealth] { await checks.runChecks() }
    /// Repeats the checks that run once a day. It can take a minute, so only callers with a right may ask for it.
    package func recheck() async { await dailyChecks() }
    /// Returns the counters of the gateway by name.
    package func counters() async -> [String: Int] { await count() }
}

/// The worst result of all checks in one word. It is computed at most once a second, and once for all callers that ask
/// together, because everyone who can connect may ask.
actor HealthSummary {
    static let lifetime = Duration.seconds(1)

    private let checks: HealthChecks
    private let uptime: @Sendable () -> Duration
    private var latest: (status: String, at: Duration)?
    private var isChecking = false
    private(set) var waiters: [CheckedContinuation<Void, Never>] = []

    init(of checks: HealthChecks, uptime: @escaping @Sendable () -> Duration) {
        self.checks = checks
        self.uptime = uptime
    }

    func status() async -> String {
        while isChecking { await withCheckedContinuation { waiters.append($0) } }
        if let latest, uptime() - latest.at < Self.lifetime { return latest.status }
        isChecking = true
        let status = (await checks.runChecks().map(\.worst).max() ?? .notice).status
        // If the asking client has disconnected meanwhile, the checks may be incomplete.
        if !Task.isCancelled { latest = (status, uptime()) }
        isChecking = false
        for waiter in waiters { waiter.resume() }
        waiters = []
        return status
    }
}
