import GatewayCore
import HomeModel
import HomeStore

/// Checks the database for damage once a day, and a large one in parts, one each day. Also checks a small database on
/// request, because that takes hardly any time.
actor IntegrityCheck {
    private static let validity = Duration.hours(1)
    /// The size below which the database is checked on request: even a memory card reads that much in less than a
    /// second.
    private static let smallBytes: Int64 = 32 << 20

    private let database: HomeDatabase
    private let clock: HomeClock
    private var last: (findings: [String], at: Timestamp)?
    private var isChecking = false

    init(database: HomeDatabase, clock: HomeClock) {
        self.database = database
        self.clock = clock
    }

    /// Checks the database an hour after the start and then once a day, until cancelled.
    func run() async {
        while !Task.isCancelled {
            await clock.sleep(for: .hours(1))
            guard !Task.isCancelled else { return }
            await check()
            await clock.sleep(for: .hours(23))
        }
    }

    /// The findings of the last check. Checks a small database first if the last check is at least an hour old.
    func findings() async -> [String] {
        let now = clock.now()
        let isFresh = last.map { now - $0.at < Self.validity && now >= $0.at } ?? false
        // A call during a check returns the findings of the previous one, and does not start a second check.
        if !isFresh, !isChecking, database.size < Self.smallBytes { await check() }
        return last?.findings ?? []
    }

    private func check() async {
        isChecking = true
        defer { isChecking = false }
        last = (await database.check(), clock.now())
    }
}
