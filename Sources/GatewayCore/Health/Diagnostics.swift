package import HomeModel

/// The data that `status` and `doctor` show.
package struct Diagnostics: Sendable {
    package let version: String
    package let startedAt: Timestamp
    private let checks: HealthChecks
    private let summary: HealthSummary
    private let count: @Sendable () async -> [String: Int]

    package init(
        version: String, startedAt: Timestamp, checks: HealthChecks, uptime: @escaping @Sendable () -> Duration,
        counters: @escaping @Sendable () async -> [String: Int]
    ) {
        self.version = version
        self.startedAt = startedAt
        self.checks = checks
        summary = HealthSummary(of: checks, uptime: uptime)
        count = counters
    }

    /// Returns the worst status of all parts, at most a second old. Everyone who can connect may read it.
    package func status() async -> String { await summary.status() }
    /// Checks every part of the gateway now.
    package func subsystems() async -> [SubsystemHealth] { await checks.runChecks() }
    /// Returns the counters of the gateway by name.
    package func counters() async -> [String: Int] { await count() }
}
