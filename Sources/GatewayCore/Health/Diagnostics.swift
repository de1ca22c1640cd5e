package import HomeModel

/// What `status` and `doctor` show.
package struct Diagnostics: Sendable {
    package let version: String
    package let startedAt: Timestamp
    private let board: HealthBoard
    private let summary: HealthSummary
    private let count: @Sendable () async -> [String: Int]

    package init(
        version: String, startedAt: Timestamp, board: HealthBoard, uptime: @escaping @Sendable () -> Duration,
        counters: @escaping @Sendable () async -> [String: Int]
    ) {
        self.version = version
        self.startedAt = startedAt
        self.board = board
        summary = HealthSummary(of: board, uptime: uptime)
        count = counters
    }

    /// The worst status of all, at most a second old: for anybody who can connect.
    package func status() async -> String { await summary.status() }
    /// As it is now.
    package func subsystems() async -> [SubsystemHealth] { await board.examine() }
    package func counters() async -> [String: Int] { await count() }
}
