import AuditTrail
import Concurrency
import GatewayCore
import HomeModel
import HomeStore

/// Checks the database for damage once a day, and a large one in parts, one each day. Also checks a small database on
/// request, because that takes hardly any time. The daily check includes the files and the chains of the audit log.
actor IntegrityCheck {
    private static let validity = Duration.hours(1)
    /// The size below which the database is checked on request: even a memory card reads that much in less than a
    /// second.
    private static let smallBytes: Int64 = 32 << 20

    /// The limit for verifying the audit log: a long log on a slow card must not keep the disk busy for hours.
    private static let auditTime = Duration.seconds(60)

    private let database: HomeDatabase
    private let audit: AuditLog
    private let files: FileIntegrity
    private let clock: HomeClock
    private let incidents: IncidentFeed
    private var last: (findings: [String], at: Timestamp)?
    private var isChecking = false
    private let dailyChecks = AsyncLock()
    private var dailyChecksBegan: Duration?
    /// The result of the last verification of the audit log: its problems, or nil if it took too long.
    private var auditProblems: [CodedSentence]? = []

    init(
        database: HomeDatabase, audit: AuditLog, files: FileIntegrity, clock: HomeClock,
        incidents: IncidentFeed = IncidentFeed()
    ) {
        (self.database, self.audit, self.files, self.clock) = (database, audit, files, clock)
        self.incidents = incidents
    }

    /// Checks the files at the start, and everything an hour later and then once a day, until cancelled.
    func run() async {
        await files.check()
        while !Task.isCancelled {
            await clock.sleep(for: .hours(1))
            guard !Task.isCancelled else { return }
            await checkEverything()
            await clock.sleep(for: .hours(23))
        }
    }

    /// Checks the database, the files and the audit log now. Calls during a check share the next one, which begins after
    /// all of them.
    func checkEverything() async {
        let calledAt = clock.uptime()
        await dailyChecks.withLock {
            if let dailyChecksBegan, dailyChecksBegan > calledAt { return }
            dailyChecksBegan = clock.uptime()
            await check()
            await files.check()
            await verifyAudit()
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

    /// The problems that the last verification of the audit log found. Those that a start of the gateway found are
    /// reported by `AuditLog.losses`. Nil if the verification took too long.
    func problemsOfAuditLog() -> [CodedSentence]? { auditProblems }

    private func verifyAudit() async {
        guard let chains = await audit.verify(until: .now + Self.auditTime) else {
            auditProblems = nil
            return
        }
        let known = Set(audit.losses.map { CodedSentence($0).text })
        let problems = chains.flatMap(\.problems).filter { !known.contains($0.text) }
        let earlier = Set((auditProblems ?? []).map(\.text))
        for problem in problems where !earlier.contains(problem.text) {
            incidents.send(.auditDamaged(code: problem.code))
        }
        auditProblems = problems
    }

    private func check() async {
        isChecking = true
        defer { isChecking = false }
        last = (await database.check(), clock.now())
        if clock.reading().isKnown { database.removeExpiredCopies(now: clock.now()) }
    }
}
