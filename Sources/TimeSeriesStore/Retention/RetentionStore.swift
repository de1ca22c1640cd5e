import SQLiteDatabase
import GRDB
package import HomeModel

/// Stores the retention terms, and deletes records that are past their terms.
package struct RetentionStore: Sendable {
    let pool: SQLitePool
    let readings: ReadingStore
    let damagedBlocks: DamagedBlocks

    /// Returns the saved terms, with the defaults for terms that were never saved.
    package func terms() async throws(StorageError) -> RetentionTerms {
        try await pool.read { db in try RetentionTerms(db) }
    }

    /// Saves the terms; a running purge uses them at once. Throws `.termsOutOfBounds` and changes nothing when a term
    /// is out of bounds.
    package func save(_ terms: RetentionTerms) async throws(StorageError) {
        guard terms.outOfBounds.isEmpty else { throw .termsOutOfBounds(names: terms.outOfBounds) }
        try await pool.write { db in try terms.save(db) }
    }

    /// Deletes records that are older than their saved term, counts the overdue ones that are left, and returns free
    /// space to the disk.
    ///
    /// Readings are deleted in whole blocks, see `SortedRun.delete`; queries leave out overdue readings in the other
    /// blocks. Works in steps of at most 50 ms, between which appends can run. Throws only if nothing was deleted.
    package func purge(now: Timestamp) async throws(StorageError) -> PurgeResult {
        let damagedBlocks = damagedBlocks
        var purged = PurgeResult()
        // Records that are not in level-1 blocks can be overdue too.
        try await readings.flushAndCompactAll()
        do throws(StorageError) {
            var position: Int64? = 0
            while let start = position {
                let slice = try await pool.write { db in
                    try RetentionSlice(from: start, at: now, db, damagedBlocks: damagedBlocks)
                }
                purged.deleted = purged.deleted + slice.deleted
                position = slice.next
                await Task.yield()
            }
            try await readings.deleteReachabilityChanges(before: now - terms().term(of: .environment))
            purged.overdue = try await overdue(now: now)
            try await readings.deleteSeriesOfRetiredDevices()
            while try await pool.write(RetentionSlice.reclaimSpace) { await Task.yield() }
        } catch {
            guard purged.deleted.total > 0 else { throw error }
            purged.interruption = error
        }
        return purged
    }

    /// Returns the number of stored records that are past their term: state changes one by one, readings and hours in
    /// whole blocks.
    package func overdue(now: Timestamp) async throws(StorageError) -> RetentionCounts {
        let damagedBlocks = damagedBlocks
        return try await pool.read { db in
            let edges = try RetentionCutoffs(RetentionTerms(db), at: now)
            var counts = RetentionCounts()
            var position: Int64 = 0
            while let series = try SeriesPurge(from: position, db, damagedBlocks: damagedBlocks) {
                try series.overdue(edges, counts: &counts)
                position = series.key &+ 1
            }
            return counts
        }
    }
}

/// One short step of a retention run; it is so short that others who wait for the database do not notice.
struct RetentionSlice: Sendable {
    /// Leaves the rest of 50 ms for the commit.
    static let budget = Duration.milliseconds(20)

    private(set) var deleted = RetentionCounts()
    /// The key of the series to continue with; nil when nothing is overdue any more.
    private(set) var next: Int64?

    /// Deletes overdue records at `now`, oldest first, series by series from `position` on.
    ///
    /// Reads the terms in its own transaction, so that terms and above all holds that are saved during a purge take
    /// effect at once. `onlyPresence` leaves out all series but those of presence that have its term now.
    init(
        from position: Int64, at now: Timestamp, _ db: Database, damagedBlocks: DamagedBlocks,
        onlyPresence: Bool = false
    ) throws {
        let terms = try RetentionTerms(db)
        let edges = try RetentionCutoffs(terms, at: now)
        let clock = ContinuousClock()
        let end = clock.now + Self.budget
        next = onlyPresence && !terms.limitsPresence ? nil : position
        while clock.now < end {
            guard let start = next,
                let series = try SeriesPurge(
                    from: start, db, damagedBlocks: damagedBlocks, onlyPresence: onlyPresence)
            else {
                next = nil
                break
            }
            next = try series.delete(edges, deleted: &deleted) ? series.key : series.key &+ 1
        }
        try (RecordCounts() - deleted.records).addToTally(db)
    }

    /// Returns free pages to the disk. Returns false when there are no more.
    static func reclaimSpace(_ db: Database) throws -> Bool {
        let clock = ContinuousClock()
        let end = clock.now + budget
        var free = try freePages(db)
        while free > 0 {
            try db.execute(sql: "PRAGMA incremental_vacuum(32)")
            let left = try freePages(db)
            guard left < free, clock.now < end else { return left < free }
            free = left
        }
        return false
    }

    private static func freePages(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
    }
}

/// The number of records, and of hourly roll-ups, that retention deletes.
package struct RetentionCounts: Hashable, Sendable {
    package var records = RecordCounts()
    /// Days are deleted with their hours: deleted days are not counted, overdue days are.
    package var hours = 0

    package var total: Int { records.total + hours }

    static func + (left: RetentionCounts, right: RetentionCounts) -> RetentionCounts {
        RetentionCounts(records: left.records + right.records, hours: left.hours + right.hours)
    }
}

/// The result of one retention run.
package struct PurgeResult: Hashable, Sendable {
    package var deleted = RetentionCounts()
    /// The records that a count found overdue afterwards: zero proves that the run was complete, nil means that the
    /// count was not reached.
    package var overdue: RetentionCounts?
    /// The reason for which the run ended early; the records deleted until then are counted in `deleted`.
    package var interruption: StorageError?
}

/// The first moments that are still within the retention terms.
struct RetentionCutoffs: Sendable {
    private let terms: RetentionTerms
    private let now: Timestamp

    /// Throws `.termsOutOfBounds`, so that a term of zero days is never understood as "delete everything".
    init(_ terms: RetentionTerms, at now: Timestamp) throws(StorageError) {
        guard terms.outOfBounds.isEmpty else { throw .termsOutOfBounds(names: terms.outOfBounds) }
        self.terms = terms
        self.now = now
    }

    /// The first moment within the term of the series; for a series under a hold the earliest possible time, so that
    /// nothing of it is deleted.
    subscript(kind: RecordKind, series: SeriesID) -> Timestamp {
        terms.edge(of: series, kind, at: now)
    }

    subscript(rollUpsOf kind: RecordKind, series: SeriesID) -> Timestamp {
        terms.rollUpEdge(of: series, kind, at: now)
    }
}
