import GRDB
import HomeModel

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
    /// effect at once.
    init(from position: Int64, at now: Timestamp, _ db: Database, damagedBlocks: DamagedBlocks) throws {
        let edges = try RetentionCutoffs(RetentionTerms(db), at: now)
        let clock = ContinuousClock()
        let end = clock.now + Self.budget
        next = position
        while clock.now < end {
            guard let start = next, let series = try SeriesPurge(from: start, db, damagedBlocks: damagedBlocks) else {
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
