import GRDB
import HomeModel

/// A piece of retention's work, short enough that whoever waits for the database does not notice.
struct RetentionSlice: Sendable {
    /// Leaves the rest of 50 ms to the commit.
    static let budget = Duration.milliseconds(20)

    private(set) var deleted = RetentionCounts()
    /// The series to go on with, nil when nothing is overdue any more.
    private(set) var next: Int64?

    /// Deletes what is past its term at `now`, oldest first, series by series from `position` on.
    ///
    /// By the terms of its own transaction: what is saved while a purge runs, a hold above all, holds from then on.
    init(from position: Int64, at now: Timestamp, _ db: Database, _ damages: DamageNotes) throws {
        let edges = try RetentionEdges(RetentionTerms(db), at: now)
        let clock = ContinuousClock()
        let end = clock.now + Self.budget
        next = position
        while clock.now < end {
            guard let start = next, let series = try SeriesCut(from: start, db, damages) else {
                next = nil
                break
            }
            next = try series.delete(edges, &deleted) ? series.key : series.key &+ 1
        }
        try (RecordCounts() - deleted.records).addToTally(db)
    }

    /// Gives free pages back to the disk. False when there was nothing (more) to give.
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
