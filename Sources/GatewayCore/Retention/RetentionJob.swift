import Concurrency
package import HomeModel
package import AuditTrail
package import HomeStore
package import SegmentedLog
package import TimeSeriesStore
package import Logging

/// Deletes records past their retention term: daily, and on request. Writes a receipt to the audit log.
package actor RetentionJob {
    package private(set) var terms: RetentionTerms
    package private(set) var lastReceipt: RetentionRunSummary?
    /// Why the last run deleted nothing and asks for a confirmation; nil after a run that deleted.
    package private(set) var pendingConfirmation: ClockAhead?

    let store: RetentionStore
    private let checkpoints: ClockCheckpoints
    /// The clocks that count as the last run where none is recorded: the time of the newest stored record, at the start
    /// of the gateway.
    private let first: ClockSnapshot
    private let audit: AuditLog
    private let pipeline: ReadingPipeline
    private let crashReports: CrashReportService
    let actions: AuthorizedActions
    private let logger: Logger
    private let lock = AsyncLock()

    package init(
        store: RetentionStore, checkpoints: ClockCheckpoints, newest: Timestamp?, terms: RetentionTerms,
        audit: AuditLog, pipeline: ReadingPipeline, crashReports: CrashReportService, actions: AuthorizedActions,
        logger: Logger
    ) {
        self.store = store
        self.checkpoints = checkpoints
        let clocks = actions.clock.reading()
        first = ClockSnapshot(
            wall: newest.map { min($0, clocks.wall) } ?? clocks.wall, uptime: clocks.uptime, boot: clocks.boot,
            isKnown: clocks.isKnown)
        self.terms = terms
        self.audit = audit
        self.pipeline = pipeline
        self.crashReports = crashReports
        self.actions = actions
        self.logger = logger
    }

    /// Runs once a day until cancelled; for the first time an hour after start, when the clock has had time to be set.
    package func run() async {
        var wait = Duration.hours(1)
        while !Task.isCancelled {
            await actions.clock.sleep(for: wait)
            guard !Task.isCancelled else { return }
            await runDaily()
            wait = .days(1)
        }
    }

    /// Sets the retention terms. Keeps the exceptions of single series, and whether presence has its own term. Throws
    /// `.invalid` for terms out of bounds.
    package func set(_ new: RetentionTerms, as identity: Identity) async throws(ActionRefusal) {
        try await actions.require(.modifySettings, of: identity)
        guard new.outOfBounds.isEmpty else {
            let bounds = RetentionTerms.bounds
            throw .invalid(
                field: new.outOfBounds.joined(separator: ", "), code: "outOfRange",
                detail: "A retention term is \(bounds.lowerBound) to \(bounds.upperBound) days; "
                    + "roll-ups are kept no shorter than their readings, and security entries of the audit no shorter "
                    + "than \(RetentionTerms.auditSecurityBounds.lowerBound) days. Presence without the consent is kept "
                    + "at most \(RetentionTerms.presenceBounds.upperBound) days.")
        }
        let act = try await actions.writeEntry(
            .settingsChange, by: identity, target: "retention", metadata: new.metadata)
        try await change(for: act) { terms in
            let (exceptions, limitsPresence) = (terms.exceptions, terms.limitsPresence)
            terms = new
            terms.exceptions = exceptions
            terms.limitsPresence = limitsPresence
        }
    }

    /// Sets the exception of one series: a term of its own, or a hold with a reason. An empty exception is removed, and
    /// the series has the term of its kind again.
    package func keep(
        _ series: SeriesID, as exception: RetentionException, by identity: Identity
    ) async throws(ActionRefusal) {
        try await actions.require(.modifySettings, of: identity)
        try exception.check()
        var metadata = ["series": "\(series)", "held": "\(exception.isHeld)"]
        metadata["days"] = exception.days.map(String.init)
        metadata["rollUpDays"] = exception.rollUpDays.map(String.init)
        let act = try await actions.writeEntry(.settingsChange, by: identity, target: "retention", metadata: metadata)
        try await change(for: act) { $0.exceptions[series] = exception == RetentionException() ? nil : exception }
    }

    /// Applies an answer to the consent to the history of presence, which is stored already. From now on nothing that is
    /// past its term is shown or accepted.
    func limitPresence(_ isLimited: Bool) async {
        await lock.acquire()
        defer { lock.release() }
        terms.limitsPresence = isLimited
        await pipeline.apply(terms)
    }

    /// Changes run one after the other: each starts from the terms that the one before it saved.
    private func change(
        for act: AuditedAction, _ body: (inout RetentionTerms) -> Void
    ) async throws(ActionRefusal) {
        await lock.acquire()
        defer { lock.release() }
        var changed = terms
        body(&changed)
        let (store, new) = (store, changed)
        try await actions.storing(for: [act]) { () async throws(StorageError) in try await store.save(new) }
        terms = new
        await pipeline.apply(new)
    }

    /// Returns the disk space of the readings of each kind, and of the audit log. A size that cannot be determined now
    /// is left out: it is no reason to report a change as failed.
    package func diskUse() async -> (readings: [RecordKind: DiskUse], audit: DiskUse?) {
        ((try? await store.diskUse()) ?? [:], await audit.diskUse())
    }

    /// Deletes now. Throws `.clockNotTrusted` on an unsynchronised clock unless `trustingClock`, and `.clockAhead` when
    /// the clock is further ahead of the last run than the known running time explains, unless `isConfirmed`.
    package func purge(
        as identity: Identity, trustingClock: Bool = false, isConfirmed: Bool = false
    ) async throws(ActionRefusal) -> RetentionRunSummary {
        try await actions.require(.modifySettings, of: identity)
        guard trustingClock || actions.clock.isSynchronised() else { throw .clockNotTrusted }
        if !isConfirmed { try await checkClock() }
        return try await purge(actor: identity.description)
    }

    /// Throws `.clockAhead` when a run now would delete by a clock that nothing else confirms. While nothing is past
    /// its term, the run is still refused, but asks for no confirmation.
    func checkClock() async throws(ActionRefusal) {
        let now = actions.clock.reading()
        let (store, checkpoints, first) = (store, checkpoints, first)
        let (last, since) = try await actions.storing { () async throws(StorageError) in
            var last = try await checkpoints.checkpoint(.purge)
            if last == nil {
                // From now on the first start counts as the last run, also after the next start.
                try await checkpoints.set(.purge, to: first)
                last = first
            }
            return (last ?? first, try await checkpoints.checkpoint(.ahead))
        }
        guard case .ahead(let excess, let start) = ClockPlausibility(at: now, last: last, since: since) else { return }
        let overdue = try await actions.storing { () async throws(StorageError) in
            try await checkpoints.set(.ahead, to: start)
            return try await store.overdue(now: now.wall).total
        }
        let ahead = ClockAhead(now: now.wall, last: last.wall, excess: excess, overdue: overdue)
        pendingConfirmation = overdue > 0 ? ahead : nil
        throw .clockAhead(ahead)
    }

    private func noteRun(at clocks: ClockSnapshot) async {
        pendingConfirmation = nil
        // Without the checkpoints the next run asks for a confirmation, which does no harm.
        try? await checkpoints.set(.purge, to: clocks)
        try? await checkpoints.remove(.ahead)
    }

    private func runDaily() async {
        guard actions.clock.isSynchronised() else {
            logger.notice("retention waits: the clock is not synchronised")
            return
        }
        do {
            try await checkClock()
            _ = try await purge(actor: "gateway")
        } catch .clockAhead(let ahead) {
            if ahead.overdue > 0 { logger.warning("retention asks before it deletes: the clock is far ahead") }
        } catch {
            logger.error("retention failed", metadata: [LogKey.errorCode: "\(error)"])
        }
    }

    private func purge(actor: String) async throws(ActionRefusal) -> RetentionRunSummary {
        let clocks = actions.clock.reading()
        let (now, store) = (clocks.wall, store)
        let purged = try await actions.storing { () async throws(StorageError) in try await store.purge(now: now) }
        await noteRun(at: clocks)
        // A deletion has its receipt even if the trimming of the audit log fails.
        let trimmed = await trimAudit(now)
        var receipt = RetentionRunSummary(purged, auditEntries: trimmed ?? 0, at: now)
        receipt.crashReports = try? crashReports.removeExpired(now: now)
        if let overdue = receipt.overdue, overdue > 0 {
            logger.error("retention could not delete all overdue records", metadata: [LogKey.count: "\(overdue)"])
        }
        do {
            _ = try await audit.append(
                AuditEntry(
                    .retentionPurge, severity: .security, actor: actor, target: "readings", metadata: receipt.metadata))
        } catch {
            throw .notAudited
        }
        lastReceipt = receipt
        guard trimmed != nil else { throw .notAudited }
        // The receipt covers the deleted records; the error reports that others remain.
        if let interruption = purged.interruption { throw .storage(interruption) }
        return receipt
    }

    /// Deletes audit entries past their term; returns nil when that failed. No terms are set meanwhile, so that no term
    /// is broken that was already confirmed to a person.
    private func trimAudit(_ now: Timestamp) async -> Int? {
        await lock.acquire()
        defer { lock.release() }
        return try? await audit.trim(terms: terms, now: now)
    }
}

extension RetentionException {
    private static let reasonLength = 1...200

    fileprivate func check() throws(ActionRefusal) {
        if let days, !RetentionTerms.bounds.contains(days) {
            let bounds = RetentionTerms.bounds
            throw .invalid(
                field: "days", code: "outOfRange",
                detail: "A retention term is \(bounds.lowerBound) to \(bounds.upperBound) days.")
        }
        guard hasRollUpDaysWithinBounds else {
            let bounds = RetentionTerms.rollUpBounds
            throw .invalid(
                field: "rollUpDays", code: "outOfRange",
                detail:
                    "Roll-ups are kept \(bounds.lowerBound) to \(bounds.upperBound) days, and no shorter than their "
                    + "readings.")
        }
        if let hold, !Self.reasonLength.contains(hold.count) || hold.contains(where: \.isNewline) {
            throw .invalid(
                field: "hold", code: "badReason",
                detail: "A hold has a reason, of one line and at most \(Self.reasonLength.upperBound) characters.")
        }
    }
}

extension RetentionTerms {
    fileprivate var metadata: [String: String] {
        [
            "energyDays": "\(energyDays)", "environmentDays": "\(environmentDays)",
            "auditInformationalDays": "\(auditInformationalDays)", "auditWarningDays": "\(auditWarningDays)",
            "auditSecurityDays": "\(auditSecurityDays)",
            "energyRollUpDays": "\(energyRollUpDays ?? energyDays)",
            "environmentRollUpDays": "\(environmentRollUpDays ?? environmentDays)",
            "presenceDays": "\(presenceLimitDays)",
        ]
    }
}

extension RetentionRunSummary {
    fileprivate init(_ purged: PurgeResult, auditEntries: Int, at now: Timestamp) {
        let records = purged.deleted.records
        self.init(
            at: now, energyReadings: records.energyReadings, environmentReadings: records.environmentReadings,
            stateChanges: records.stateChanges, rollUps: purged.deleted.hours, auditEntries: auditEntries,
            overdue: purged.overdue?.total)
    }

    fileprivate var metadata: [String: String] {
        var metadata = [
            "energyReadings": "\(energyReadings)", "environmentReadings": "\(environmentReadings)",
            "stateChanges": "\(stateChanges)", "rollUps": "\(rollUps)", "auditEntries": "\(auditEntries)",
        ]
        metadata["overdue"] = overdue.map(String.init)
        if let crashReports, crashReports > 0 { metadata["crashReports"] = "\(crashReports)" }
        return metadata
    }
}

/// Why retention asks before it deletes: the clock is further ahead of the last run than the known running time
/// explains.
package struct ClockAhead: Hashable, Sendable {
    package let now: Timestamp
    package let last: Timestamp
    package let excess: Duration
    /// How many records a run would delete.
    package let overdue: Int
}

extension ClockAhead: CustomStringConvertible {
    package var description: String {
        let days = excess.components.seconds / 86_400
        return
            "The clock says \(now.rfc3339). That is \(days) days more after the last run (\(last.rfc3339)) than this "
            + "machine ran, so nothing is deleted. A run would delete \(overdue) records."
    }
}
