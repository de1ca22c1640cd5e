package import HomeModel
package import HomeStorage
package import Logging

/// Deletes what is past its term: daily, and when asked. Leaves a receipt in the audit log.
package actor RetentionKeeper {
    package private(set) var terms: RetentionTerms
    package private(set) var lastReceipt: RetentionReceipt?
    /// Why the last run did not happen, in a sentence; nil after one that did.
    package private(set) var question: ClockAhead?

    private let store: RetentionStore
    private let marks: ClockMarks
    /// What counts as the last run where none is known: the newest that was stored, when the gateway started.
    private let first: ClockReading
    private let audit: AuditLog
    private let pipeline: ReadingPipeline
    private let acts: AuditedActs
    private let logger: Logger
    private var turns = Turns()

    package init(
        store: RetentionStore, marks: ClockMarks, newest: Timestamp?, terms: RetentionTerms, audit: AuditLog,
        pipeline: ReadingPipeline, acts: AuditedActs, logger: Logger
    ) {
        self.store = store
        self.marks = marks
        let clocks = acts.clock.reading()
        first = ClockReading(
            wall: newest.map { min($0, clocks.wall) } ?? clocks.wall, uptime: clocks.uptime, boot: clocks.boot,
            isKnown: clocks.isKnown)
        self.terms = terms
        self.audit = audit
        self.pipeline = pipeline
        self.acts = acts
        self.logger = logger
    }

    /// Runs once a day until cancelled; the first time an hour after start, when the clock has had time to be set.
    package func run() async {
        var wait = Duration.hours(1)
        while !Task.isCancelled {
            await acts.clock.sleep(for: wait)
            guard !Task.isCancelled else { return }
            await runDaily()
            wait = .days(1)
        }
    }

    package func set(_ new: RetentionTerms, as identity: Identity) async throws(ActRefusal) {
        try await acts.require(.modifySettings, of: identity)
        guard new.outOfBounds.isEmpty else {
            let bounds = RetentionTerms.bounds
            throw .invalid(
                field: new.outOfBounds.joined(separator: ", "), code: "outOfRange",
                detail: "A retention term is \(bounds.lowerBound) to \(bounds.upperBound) days; "
                    + "roll-ups are kept no shorter than their readings, and security entries of the audit no shorter "
                    + "than \(RetentionTerms.auditSecurityBounds.lowerBound) days.")
        }
        let act = try await acts.writeDown(
            .settingsChange, by: identity, target: "retention", metadata: new.metadata)
        try await change(for: act) { terms in
            let exceptions = terms.exceptions
            terms = new
            terms.exceptions = exceptions
        }
    }

    /// Gives one series a term of its own, holds it with a reason, or (neither) lets it go with its kind again.
    package func keep(
        _ series: SeriesID, as exception: RetentionException, by identity: Identity
    ) async throws(ActRefusal) {
        try await acts.require(.modifySettings, of: identity)
        try exception.check()
        var metadata = ["series": "\(series)", "held": "\(exception.isHeld)"]
        metadata["days"] = exception.days.map(String.init)
        metadata["rollUpDays"] = exception.rollUpDays.map(String.init)
        let act = try await acts.writeDown(.settingsChange, by: identity, target: "retention", metadata: metadata)
        try await change(for: act) { $0.exceptions[series] = exception == RetentionException() ? nil : exception }
    }

    /// One change after the other: each starts from what the one before it saved.
    private func change(
        for act: WrittenAct, _ body: (inout RetentionTerms) -> Void
    ) async throws(ActRefusal) {
        await beginTurn()
        defer { turns.pass() }
        var changed = terms
        body(&changed)
        let (store, new) = (store, changed)
        try await acts.storing(for: [act]) { () async throws(StorageError) in try await store.save(new) }
        terms = new
        await pipeline.apply(new)
    }

    private func beginTurn() async {
        if !turns.take() { await withCheckedContinuation { turns.wait($0) } }
    }

    /// What readings of each kind cost on disk now, and what the audit log does. What cannot be told now is left out: it
    /// is no reason to say that a change failed.
    package func diskUse() async -> (readings: [RecordKind: DiskUse], audit: DiskUse?) {
        ((try? await store.diskUse()) ?? [:], await audit.diskUse())
    }

    /// Deletes now. Throws `.clockNotTrusted` on an unsynchronised clock unless `trustingClock`, and `.clockAhead` when the
    /// clock is further ahead of the last run than what is known explains, unless `isConfirmed`.
    package func purge(
        as identity: Identity, trustingClock: Bool = false, isConfirmed: Bool = false
    ) async throws(ActRefusal) -> RetentionReceipt {
        try await acts.require(.modifySettings, of: identity)
        guard trustingClock || acts.clock.isSynchronised() else { throw .clockNotTrusted }
        if !isConfirmed { try await checkClock() }
        return try await purge(actor: identity.description)
    }

    /// Throws `.clockAhead` when a run now would delete by a clock that nothing else confirms. Where nothing is past its
    /// term yet, the run is still refused, but no question is raised.
    private func checkClock() async throws(ActRefusal) {
        let now = acts.clock.reading()
        let (store, marks, first) = (store, marks, first)
        let (last, since) = try await acts.storing { () async throws(StorageError) in
            var last = try await marks.mark(.purge)
            if last == nil {
                // From now on the first start counts, also after the next one.
                try await marks.set(.purge, to: first)
                last = first
            }
            return (last ?? first, try await marks.mark(.ahead))
        }
        guard case .ahead(let excess, let start) = PurgeClock(at: now, last: last, since: since) else { return }
        let overdue = try await acts.storing { () async throws(StorageError) in
            try await marks.set(.ahead, to: start)
            return try await store.overdue(now: now.wall).total
        }
        let ahead = ClockAhead(now: now.wall, last: last.wall, excess: excess, overdue: overdue)
        question = overdue > 0 ? ahead : nil
        throw .clockAhead(ahead)
    }

    private func noteRun(at clocks: ClockReading) async {
        question = nil
        // Without the marks the next run asks, which harms nothing.
        try? await marks.set(.purge, to: clocks)
        try? await marks.remove(.ahead)
    }

    private func runDaily() async {
        guard acts.clock.isSynchronised() else {
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

    private func purge(actor: String) async throws(ActRefusal) -> RetentionReceipt {
        let clocks = acts.clock.reading()
        let (now, store) = (clocks.wall, store)
        let purged = try await acts.storing { () async throws(StorageError) in try await store.purge(now: now) }
        await noteRun(at: clocks)
        // A deletion has its receipt whatever becomes of the trimming.
        let trimmed = await trimAudit(now)
        let receipt = RetentionReceipt(purged, auditEntries: trimmed ?? 0, at: now)
        if let overdue = receipt.overdue, overdue > 0 {
            logger.error("retention left what is past its term", metadata: [LogKey.count: "\(overdue)"])
        }
        do {
            _ = try await audit.append(
                AuditEntry(.retentionPurge, .security, actor: actor, target: "readings", metadata: receipt.metadata))
        } catch {
            throw .notAudited
        }
        lastReceipt = receipt
        guard trimmed != nil else { throw .notAudited }
        // What was deleted is receipted; what was not is said.
        if let interruption = purged.interruption { throw .storage(interruption) }
        return receipt
    }

    /// Nil when it failed. No terms are set meanwhile, so none are broken that somebody was told hold.
    private func trimAudit(_ now: Timestamp) async -> Int? {
        await beginTurn()
        defer { turns.pass() }
        return try? await audit.trim(terms: terms, now: now)
    }
}

extension RetentionException {
    private static let reasonLength = 1...200

    fileprivate func check() throws(ActRefusal) {
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
        ]
    }
}

extension RetentionReceipt {
    fileprivate init(_ purged: PurgedRecords, auditEntries: Int, at now: Timestamp) {
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
        return metadata
    }
}
