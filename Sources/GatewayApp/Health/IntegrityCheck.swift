import GatewayCore
import HomeModel
import HomeStorage

/// Looks for damage in the database once a day, in a large one at a part of it each day, and when asked as long as that
/// takes no time.
actor IntegrityCheck {
    private static let validity = Duration.hours(1)
    /// Read in a part of a second also from a memory card.
    private static let smallBytes: Int64 = 32 << 20

    private let database: HomeDatabase
    private let clock: HomeClock
    private var last: (findings: [String], at: Timestamp)?
    private var isChecking = false

    init(database: HomeDatabase, clock: HomeClock) {
        self.database = database
        self.clock = clock
    }

    /// Until cancelled.
    func run() async {
        while !Task.isCancelled {
            await clock.sleep(for: .hours(1))
            guard !Task.isCancelled else { return }
            await check()
            await clock.sleep(for: .hours(23))
        }
    }

    /// What the last check found; a small database is checked for whoever asks, if that was an hour ago.
    func findings() async -> [String] {
        let now = clock.now()
        let isFresh = last.map { now - $0.at < Self.validity && now >= $0.at } ?? false
        // Whoever asks meanwhile hears of the time before, and starts no second one.
        if !isFresh, !isChecking, database.size < Self.smallBytes { await check() }
        return last?.findings ?? []
    }

    private func check() async {
        isChecking = true
        defer { isChecking = false }
        last = (await database.check(), clock.now())
    }
}
