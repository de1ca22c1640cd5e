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
