import SegmentedLog
import Concurrency
package import HomeModel
package import Logging
import Synchronization

/// The sizes and intervals of the log; tests use small ones.
struct AuditLimits: Sendable {
    var segmentBytes = 1 << 20
    var signEveryEntries = 256
    /// The longest time for which entries have no signature; entries of severity `security` are signed at once.
    var signEvery = Duration.seconds(2)
    /// The interval at which the signed heads are written to the system log.
    var echoEvery = Duration.seconds(60)
    var refusalWindow = Duration.seconds(60)
    var refusalBytes = RefusalCoalescer.dailyBytes
}

/// The tamper-evident audit log. Each severity has its own hash chain in its own files; each append is synced, and the
/// heads of the chains are signed.
///
/// The log reveals changes by people who can write the disk but lack the keys. Changes by people who also hold the keys
/// are revealed only by a head that was saved outside the gateway.
package actor AuditLog {
    /// Runs on the log's own queue.
    typealias Waiter = @Sendable (isolated AuditLog, Result<AuditRecord, AuditError>) -> Void

    let folder: AuditFolder
    let keys: AuditKeys
    var sealer: AuditRecordCipher
    let clock: AuditClock
    let limits: AuditLimits
    let logger: Logger

    var chains: [AuditSeverity: AuditChain] = [:]
    /// The heads of the last signature; nil until the first.
    var heads: SignedHeads?
    var headsFile: HeadsFile?
    /// Stays set when the log is closed, so that `memory` can still report the generation that was written last.
    var keysFile: PersonKeysFile?
    var entriesSinceSigning = 0
    /// The time at which the heads were last written to the system log.
    var echoedAt: Timestamp?
    var echoed: [AuditSeverity: ChainPosition] = [:]
    var isSigningScheduled = false
    var isMaintained = false
    var maintenanceWaiters: [CheckedContinuation<Void, Never>] = []
    /// Serialises the calls of `commands(to:atMost:where:)`.
    let commandQueryLock = AsyncLock()
    var coalescer: RefusalCoalescer
    var refusalsByEvent: [AuditEvent: Int] = [:]
    /// Every entry that is on the disk, and every refusal that was only counted; when too many come at once, only the
    /// latest are kept. Supports one consumer.
    package nonisolated let observed: AsyncStream<ObservedEntry>
    nonisolated let observation: AsyncStream<ObservedEntry>.Continuation
    /// Every entry that is on the disk; when too many come at once, only the latest are kept. Supports one consumer.
    package nonisolated let newEntries: AsyncStream<AuditEntry>
    private nonisolated let newEntry: AsyncStream<AuditEntry>.Continuation
    var isCountingScheduled = false
    /// The newest data to be saved outside the log, after each signature. Supports one consumer.
    package nonisolated let anchors: AsyncStream<AuditAnchor>
    nonisolated let anchorContinuation: AsyncStream<AuditAnchor>.Continuation
    private(set) var isClosed = false
    /// Protected by a mutex and not by the actor, so that it can be read while a slow disk blocks the actor.
    private let condition = Mutex<(openingNotes: [String], losses: [AuditAnchor.Loss], backgroundError: AuditError?)>(
        ([], [], nil))

    private let queue = BlockingExecutor(label: "tomte.audit")
    private var lock: AuditFile?
    private var isCommitScheduled = false
    private var waiting: [AuditSeverity: [(record: AuditRecord, waiter: Waiter)]] = [:]

    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private init(folder: AuditFolder, keys: AuditKeys, clock: AuditClock, limits: AuditLimits, logger: Logger) {
        self.folder = folder
        self.keys = keys
        sealer = AuditRecordCipher(keys: keys)
        self.clock = clock
        self.limits = limits
        self.logger = logger
        coalescer = RefusalCoalescer(window: limits.refusalWindow, dailyBytes: limits.refusalBytes)
        (observed, observation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1024))
        (newEntries, newEntry) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
        (anchors, anchorContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The repairs and findings of the opening, one sentence each.
    package private(set) nonisolated var openingNotes: [String] {
        get { condition.withLock { $0.openingNotes } }
        set { condition.withLock { $0.openingNotes = newValue } }
    }

    /// The entries that are known to be missing or changed; a loss is never forgotten.
    package internal(set) nonisolated var losses: [AuditAnchor.Loss] {
        get { condition.withLock { $0.losses } }
        set { condition.withLock { $0.losses = newValue } }
    }

    /// The last failure that no `append` could report: a signature or a reserve segment that could not be written.
    package internal(set) nonisolated var backgroundError: AuditError? {
        get { condition.withLock { $0.backgroundError } }
        set { condition.withLock { $0.backgroundError = newValue } }
    }

    /// Opens the log in `folder`, and creates it if there is none. A record that a crash left incomplete is removed;
    /// other damage is left for `verify` to report. Throws `.inUse` while another process, or another part of this one,
    /// has the log open.
    ///
    /// `outside` is information about the log from outside its own files.
    package static func open(
        folder: String, keys: AuditKeys, clock: AuditClock, expecting outside: ExternalAuditState = .none,
        logger: Logger = Logger(label: "tomte.audit")
    ) async throws(AuditError) -> AuditLog {
        try await open(
            folder: folder, keys: keys, clock: clock, limits: AuditLimits(), disk: .system, expecting: outside,
            logger: logger)
    }

    static func open(
        folder: String, keys: AuditKeys, clock: AuditClock, limits: AuditLimits, disk: DiskCalls,
        expecting outside: ExternalAuditState = .none, logger: Logger = Logger(label: "tomte.audit")
    ) async throws(AuditError) -> AuditLog {
        let log = AuditLog(
            folder: AuditFolder(path: folder, disk: disk), keys: keys, clock: clock, limits: limits, logger: logger)
        try await log.load(expecting: outside)
        return log
    }

    /// Appends the entry; returns when it is synced to the disk. When it throws, nothing of the entry is in the log.
    ///
    /// `nonisolated`, so that the caller does not resume on the log's executor and wait for the signing that follows
    /// the commit.
    package nonisolated func append(_ entry: AuditEntry) async throws(AuditError) -> AuditRecord {
        try await withCheckedContinuation { continuation in
            enqueue { log in log.stageAndScheduleCommit(entry) { _, result in continuation.resume(returning: result) } }
        }.get()
    }

    /// Returns when the log has done the work that waits now, which can wait for the disk.
    package func nextTurn() {}

    /// Signs the current heads and closes the files; every later append throws `.closed`.
    package func close() async {
        await beginMaintenance()
        defer { endMaintenance() }
        guard !isClosed else { return }
        writeRefusalCounts()
        isClosed = true
        sign(inBothSlots: true)
        chains = [:]
        headsFile = nil
        lock = nil
    }
}

extension AuditLog {
    private func load(expecting outside: ExternalAuditState) throws(AuditError) {
        try folder.make()
        lock = try folder.lock()
        let file = try HeadsFile(in: folder)
        let (signed, note) = try file.read(signedBy: keys)
        openingNotes += note.map { [$0.text] } ?? []
        headsFile = file
        let people = try PersonKeysFile.open(in: folder, sealing: keys.sealing)
        keysFile = people.file
        sealer.people = people.keys
        openingNotes += people.note.map { [$0] } ?? []
        for severity in AuditSeverity.allCases {
            var opening = ChainRecovery(
                severity, in: folder, signed: signed?.bounds[severity], segmentBytes: limits.segmentBytes,
                sealer: sealer)
            var chain = try opening.open()
            try chain.removeTrimmed()
            chains[severity] = chain
            openingNotes += opening.notes
        }
        for note in openingNotes { logger.info("audit log opened with a finding", metadata: ["note": "\(note)"]) }
        heads = signed
        // Compares before anything is signed: after a signature an older log that was restored looks like any other.
        compare(with: outside, lacksKeys: people.lacksKeys)
        for loss in losses {
            logger.error("entries of the audit log are missing or changed", metadata: ["note": "\(loss.sentence)"])
        }
        if currentBounds != signed?.bounds || note != nil { try writeHeads(inBothSlots: true) }
        signIfDue()
    }

    func stageAndScheduleCommit(_ entry: AuditEntry, for waiter: @escaping Waiter) {
        do throws(AuditError) {
            waiting[entry.severity, default: []].append((try stage(entry), waiter))
            scheduleCommit()
        } catch {
            waiter(self, .failure(error))
        }
    }

    /// Writes the counts of refusals so far to the disk, with all entries that wait for a commit.
    func writeRefusalCounts() {
        guard !isClosed else { return }
        writeRefusalCounts(coalescer.drainCounts())
        commit()
    }

    private func stage(_ entry: AuditEntry) throws(AuditError) -> AuditRecord {
        guard !isClosed, chains[entry.severity] != nil else { throw .closed }
        try addKeys(for: entry.people)
        // Modified in place: a copy of the chain would copy its staged records.
        guard let record = try chains[entry.severity]?.stage(entry, at: clock, with: sealer) else { throw .closed }
        return record
    }

    /// Schedules the commit after the appends that wait already, so that they share its sync.
    private func scheduleCommit() {
        guard !isCommitScheduled else { return }
        isCommitScheduled = true
        queue.schedule { self.assumeIsolated { $0.commit() } }
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
                guard failure == nil else { continue }
                newEntry.yield(record.entry)
                // A count repeats refusals that were observed already.
                if record.entry.count == nil { observation.yield(ObservedEntry(record)) }
            }
            entriesSinceSigning += result.count
            isUrgent = isUrgent || severity == .security && result.count > 0
        }
        // No caller waits for the work below.
        if isUrgent { sign() } else { signIfDue() }
    }

    /// Runs `work` on the log's own queue, after the work that waits there.
    nonisolated func enqueue(_ work: @escaping @Sendable (isolated AuditLog) -> Void) {
        queue.schedule { self.assumeIsolated { work($0) } }
    }

    /// Runs `work` on the log's own queue after `delay`, unless the log has been deallocated by then.
    func schedule(after delay: Duration, _ work: @escaping @Sendable (isolated AuditLog) -> Void) {
        queue.schedule(after: delay) { [weak self] in self?.assumeIsolated { work($0) } }
    }
}

extension AuditLog {
    /// Makes verification and trimming wait for each other, because the files must not change during either of them.
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
