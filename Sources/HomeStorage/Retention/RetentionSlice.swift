import GRDB
import HomeModel

/// A piece of retention's work, short enough that a waiting batch of readings does not notice.
struct RetentionSlice: Sendable {
    /// Leaves the rest of 50 ms to the commit.
    static let budget = Duration.milliseconds(20)
    private static let rows = 200

    private(set) var deleted = RecordCounts()
    /// The series to go on with, nil when the table holds nothing overdue any more.
    private(set) var next: Int64?

    /// Deletes what is before its edge, oldest first, series by series from `position` on.
    init(of table: RecordTable, from position: Int64, before edges: RetentionEdges, _ db: Database) throws {
        let clock = ContinuousClock()
        let end = clock.now + Self.budget
        var position = position
        repeat {
            guard let (series, kind) = try Self.overdueSeries(table, position, edges, db) else {
                next = nil
                break
            }
            try db.cachedStatement(sql: table.deleteOldest)
                .execute(arguments: [series, series, edges[kind].milliseconds, Self.rows])
            table.count(db.changesCount, of: kind, in: &deleted)
            position = series
            next = series
        } while clock.now < end
        try (RecordCounts() - deleted).addToTally(db)
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

    private static func overdueSeries(
        _ table: RecordTable, _ position: Int64, _ edges: RetentionEdges, _ db: Database
    ) throws -> (Int64, RecordKind)? {
        let arguments: StatementArguments = [
            "position": position, "energy": edges.energy.milliseconds, "environment": edges.environment.milliseconds,
        ]
        return try Row.fetchOne(try db.cachedStatement(sql: table.nextOverdueSeries), arguments: arguments)
            .map { (try $0.decode(forColumn: "id"), try $0.word("kind")) }
    }

    private static func freePages(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
    }
}
