package import HomeModel

/// What `status` and `doctor` show.
package struct Diagnostics: Sendable {
    package let version: String
    package let homeName: String
    package let startedAt: Timestamp
    private let board: HealthBoard
    private let count: @Sendable () async -> [String: Int]

    package init(
        version: String, homeName: String, startedAt: Timestamp, board: HealthBoard,
        counters: @escaping @Sendable () async -> [String: Int]
    ) {
        self.version = version
        self.homeName = homeName
        self.startedAt = startedAt
        self.board = board
        count = counters
    }

    package func subsystems() async -> [SubsystemHealth] { await board.examine() }
    package func counters() async -> [String: Int] { await count() }
}
