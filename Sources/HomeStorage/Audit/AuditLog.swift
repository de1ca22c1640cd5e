import BlockingQueues
package import HomeModel
package import Logging
import Synchronization

/// Sizes and intervals of the log; tests make them small.
struct AuditLimits: Sendable {
    var segmentBytes = 1 << 20
    var signEveryEntries = 256
    /// How long entries may be there without a signature; those of security are signed at once.
    var signEvery = Duration.seconds(2)
    /// How often the system log gets the signed heads.
    var echoEvery = Duration.seconds(60)
    var refusalWindow = Duration.seconds(60)
    var refusalBytes = RefusalCoalescer.dailyBytes
}

/// The tamper-evident log: one hash chain per severity in files of its own, synced at each append, heads signed.
///
/// It defends against whoever can write the disk but lacks the keys; who holds the keys as well can only be caught by
/// a head that was remembered elsewhere.
package actor AuditLog {
    /// Told on the log's own queue.
    typealias Waiter = @Sendable (isolated AuditLog, Result<AuditRecord, AuditError>) -> Void

    let folder: AuditFolder
    let keys: AuditKeys
    var sealer: AuditSealer
    let clock: AuditClock
    let limits: AuditLimits
    let logger: Logger

    var chains: [AuditSeverity: AuditChain] = [:]
    /// What the last signature says; nil until the first.
    var heads: SignedHeads?
    var headsFile: HeadsFile?
    /// Stays when the log is closed, so that it can be remembered what was written last.
    var keysFile: PersonKeysFile?
    var entriesSinceSigning = 0
    /// When the system log got them last.
    var echoedAt: Timestamp?
    var echoed: [AuditSeverity: ChainPosition] = [:]
    var isSigningScheduled = false
    var isMaintained = false
    var maintenanceWaiters: [CheckedContinuation<Void, Never>] = []
    /// Whose question about the commands to a device is answered.
    var commandQuestions = Turns()
    var coalescer: RefusalCoalescer
    var refusalsByEvent: [AuditEvent: Int] = [:]
    /// All that is refused, written down or not; of many at once the last ones. For one listener.
    package nonisolated let refused: AsyncStream<AuditEntry>
    nonisolated let refusal: AsyncStream<AuditEntry>.Continuation
    var isCountingScheduled = false
    /// What is to be remembered elsewhere, after each signature; the newest. For one listener.
    package nonisolated let memories: AsyncStream<AuditMemory>
    nonisolated let remember: AsyncStream<AuditMemory>.Continuation
    private(set) var isClosed = false
    /// Told also while a slow disk holds up the log itself.
    private let condition = Mutex<(openingNotes: [String], losses: [AuditMemory.Loss], trouble: AuditError?)>(
        ([], [], nil))

    private let queue = BlockingQueue(label: "tomte.audit")
    private var lock: SegmentFile?
    private var isCommitScheduled = false
    private var waiting: [AuditSeverity: [(record: AuditRecord, waiter: Waiter)]] = [:]

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private init(folder: AuditFolder, keys: AuditKeys, clock: AuditClock, limits: AuditLimits, logger: Logger) {
        self.folder = folder
        self.keys = keys
        sealer = AuditSealer(keys: keys)
        self.clock = clock
        self.limits = limits
        self.logger = logger
        coalescer = RefusalCoalescer(window: limits.refusalWindow, dailyBytes: limits.refusalBytes)
        (refused, refusal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
        (memories, remember) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// What opening set right or found wrong, one sentence each.
    package private(set) nonisolated var openingNotes: [String] {
        get { condition.withLock { $0.openingNotes } }
        set { condition.withLock { $0.openingNotes = newValue } }
    }

    /// What is known to be gone from the log; it stays known for ever.
    package internal(set) nonisolated var losses: [AuditMemory.Loss] {
        get { condition.withLock { $0.losses } }
        set { condition.withLock { $0.losses = newValue } }
    }

    /// The last failure that no `append` could report: a signature or a reserve that was not written.
    package internal(set) nonisolated var trouble: AuditError? {
        get { condition.withLock { $0.trouble } }
        set { condition.withLock { $0.trouble = newValue } }
    }

    /// Opens the log in `folder`, making it where there is none. A record torn by a crash is cut off; any other
    /// damage is left for `verify`. Throws `.inUse` while someone else has it open.
    ///
    /// `outside` is what is known of the log outside of its files.
    package static func open(
        folder: String, keys: AuditKeys, clock: AuditClock, expecting outside: AuditExpectation = .none,
        logger: Logger = Logger(label: "tomte.audit")
    ) async throws(AuditError) -> AuditLog {
        try await open(
            folder: folder, keys: keys, clock: clock, limits: AuditLimits(), disk: DiskCalls(), expecting: outside,
            logger: logger)
    }

    static func open(
        folder: String, keys: AuditKeys, clock: AuditClock, limits: AuditLimits, disk: DiskCalls,
        expecting outside: AuditExpectation = .none, logger: Logger = Logger(label: "tomte.audit")
    ) async throws(AuditError) -> AuditLog {
        let log = AuditLog(
            folder: AuditFolder(path: folder, disk: disk), keys: keys, clock: clock, limits: limits, logger: logger)
        try await log.load(expecting: outside)
        return log
    }

    /// Writes the entry down; returns when it is synced to the disk. After an error nothing of it is in the log.
    ///
    /// Not isolated, so that nobody comes back through the queue, behind a signature that follows the commit.
    package nonisolated func append(_ entry: AuditEntry) async throws(AuditError) -> AuditRecord {
        try await withCheckedContinuation { continuation in
            enqueue { log in log.take(entry) { _, result in continuation.resume(returning: result) } }
        }.get()
    }

    /// Signs what is there and lets go of the files; appends fail with `.closed` from here on.
    package func close() async {
        await beginMaintenance()
        defer { endMaintenance() }
        guard !isClosed else { return }
        writeCounts()
        isClosed = true
        sign(everywhere: true)
        chains = [:]
        headsFile = nil
        lock = nil
    }
}

extension AuditLog {
    private func load(expecting outside: AuditExpectation) throws(AuditError) {
        try folder.make()
        let lock = try SegmentFile(creating: "lock", in: folder)
        try lock.lock(for: folder)
        self.lock = lock
        let file = try HeadsFile(in: folder)
        let (signed, note) = try file.read(signedBy: keys)
        openingNotes += note.map { [$0] } ?? []
        headsFile = file
        let people = try PersonKeysFile.open(in: folder, sealing: keys.sealing)
        keysFile = people.file
        sealer.people = people.keys
        openingNotes += people.note.map { [$0] } ?? []
        for severity in AuditSeverity.allCases {
            var opening = ChainOpening(
                severity, in: folder, signed: signed?.marks[severity], segmentBytes: limits.segmentBytes,
                sealer: sealer)
            var chain = try opening.open()
            try chain.removeTrimmed()
            chains[severity] = chain
            openingNotes += opening.notes
        }
        for note in openingNotes { logger.info("audit log opened with a finding", metadata: ["note": "\(note)"]) }
        heads = signed
        // Before anything is signed: from then on a log that was put back looks like any other.
        compare(with: outside, lacksKeys: people.lacksKeys)
        for loss in losses { logger.error("entries of the audit log are gone", metadata: ["note": "\(loss.sentence)"]) }
        if currentMarks != signed?.marks || note != nil { try writeHeads(everywhere: true) }
        signIfDue()
    }

    func take(_ entry: AuditEntry, for waiter: @escaping Waiter) {
        do throws(AuditError) {
            waiting[entry.severity, default: []].append((try stage(entry), waiter))
            scheduleCommit()
        } catch {
            waiter(self, .failure(error))
        }
    }

    /// Puts the counts of refusals so far on the disk, with all that waits.
    func writeCounts() {
        guard !isClosed else { return }
        writeCounts(coalescer.takeCounts())
        commit()
    }

    private func stage(_ entry: AuditEntry) throws(AuditError) -> AuditRecord {
        guard !isClosed, chains[entry.severity] != nil else { throw .closed }
        try addKeys(for: entry.people)
        // In place: a copy of the chain would copy what is staged.
        guard let record = try chains[entry.severity]?.stage(entry, at: clock, with: sealer) else { throw .closed }
        return record
    }

    /// The commit runs behind the appends that wait already, so that they share its sync.
    private func scheduleCommit() {
        guard !isCommitScheduled else { return }
        isCommitScheduled = true
        queue.later { self.assumeIsolated { $0.commit() } }
    }

    private func commit() {
        isCommitScheduled = false
        var isUrgent = false
        for severity in AuditSeverity.allCases {
            guard let group = waiting.removeValue(forKey: severity), let result = chains[severity]?.commit() else {
                continue
            }
            for (index, (record, waiter)) in group.enumerated() {
                let failure = index < result.count ? nil : result.failure
                waiter(self, failure.map(Result.failure) ?? .success(record))
            }
            entriesSinceSigning += result.count
            isUrgent = isUrgent || severity == .security && result.count > 0
        }
        // No caller waits for what follows.
        if isUrgent { sign() } else { signIfDue() }
    }

    /// Runs `work` on the log's own queue, behind what waits there.
    nonisolated func enqueue(_ work: @escaping @Sendable (isolated AuditLog) -> Void) {
        queue.later { self.assumeIsolated { work($0) } }
    }

    /// Runs `work` in some while on the log's own queue, unless the log is gone by then.
    func later(after delay: Duration, _ work: @escaping @Sendable (isolated AuditLog) -> Void) {
        queue.later(after: delay) { [weak self] in self?.assumeIsolated { work($0) } }
    }
}

extension AuditLog {
    /// Verification and trimming take turns: neither may see the files change under it.
    func beginMaintenance() async {
        if isMaintained {
            await withCheckedContinuation { maintenanceWaiters.append($0) }
        } else {
            isMaintained = true
        }
    }

    func endMaintenance() {
        if maintenanceWaiters.isEmpty { isMaintained = false } else { maintenanceWaiters.removeFirst().resume() }
    }
}
