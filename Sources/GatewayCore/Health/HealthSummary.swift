/// The worst of all checks in one word. It is worked out once a second at most, and once for all who ask together: whoever
/// can connect may ask.
actor HealthSummary {
    static let life = Duration.seconds(1)

    private let board: HealthBoard
    private let uptime: @Sendable () -> Duration
    private var latest: (status: String, at: Duration)?
    private var isExamining = false
    private(set) var waiters: [CheckedContinuation<Void, Never>] = []

    init(of board: HealthBoard, uptime: @escaping @Sendable () -> Duration) {
        self.board = board
        self.uptime = uptime
    }

    func status() async -> String {
        while isExamining { await withCheckedContinuation { waiters.append($0) } }
        if let latest, uptime() - latest.at < Self.life { return latest.status }
        isExamining = true
        let status = (await board.examine().map(\.worst).max() ?? .notice).status
        // Whoever hung up meanwhile may have been told less.
        if !Task.isCancelled { latest = (status, uptime()) }
        isExamining = false
        for waiter in waiters { waiter.resume() }
        waiters = []
        return status
    }
}
