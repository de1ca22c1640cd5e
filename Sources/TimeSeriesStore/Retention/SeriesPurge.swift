import SQLiteDatabase
import GRDB
import HomeModel

/// Deletes the overdue records of one series, a few at a time, within the transaction of its caller.
struct SeriesPurge {
    private static let rows = 200
    private static let blocks = 8

    let key: Int64
    let id: SeriesID
    let kind: RecordKind
    let db: Database
    let damagedBlocks: DamagedBlocks

    /// Returns nil when there is no series with a key from `position` on, or none of presence with `onlyPresence`.
    init?(from position: Int64, _ db: Database, damagedBlocks: DamagedBlocks, onlyPresence: Bool = false) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT id, device, part, capability, kind FROM series WHERE id >= ? ORDER BY id")
        let rows = try Row.fetchCursor(statement, arguments: [position])
        var found: (key: Int64, id: SeriesID, kind: RecordKind)?
        while found == nil, let row = try rows.next() {
            let id = try SeriesID(row: row)
            guard !onlyPresence || id.capability.isPresence else { continue }
            found = (try row.decode(forColumn: "id"), id, try row.word("kind"))
        }
        guard let found else { return nil }
        (key, id, kind) = found
        self.db = db
        self.damagedBlocks = damagedBlocks
    }

    /// Deletes a part. Returns false when nothing was left to delete.
    func delete(_ edges: RetentionCutoffs, deleted: inout RetentionCounts) throws -> Bool {
        let edge = edges[kind, id]
        // An hour is kept whole until its end is past, because a late reading may still change its roll-up.
        let cut = edge.startOfHour
        let changes = try deleteChanges(before: edge)
        // Struck readings are kept no longer than other readings.
        let struck = try StrikeTable(db).delete(of: id, before: edge, limit: Self.rows)
        deleted.records.stateChanges += changes
        let levelOne = try SortedRun<Reading>(key, in: db, damagedBlocks: damagedBlocks).delete(
            before: cut, limit: Self.blocks)
        let levelZero = try LevelZeroBlocks(db, damagedBlocks: damagedBlocks).delete(of: key, before: cut)
        deleted.records.countReading(kind, count: (levelOne ?? 0) + levelZero)
        let rollUpCut = edges[rollUpsOf: kind, id].startOfHour
        let rollUps = try SortedRun<RollUp>(key, in: db, damagedBlocks: damagedBlocks).delete(
            before: rollUpCut, limit: Self.blocks)
        deleted.hours += rollUps ?? 0
        // A day that begins before the edge stays; it is added up from its remaining hours.
        let days = try SortedRun<DayRollUp>(key, in: db, damagedBlocks: damagedBlocks).delete(
            before: rollUpCut, limit: Self.blocks)
        try db.cachedStatement(
            sql: "UPDATE series SET last_time = NULL, last_value = NULL WHERE id = ? AND last_time < ?"
        ).execute(arguments: [key, edge.milliseconds])
        return changes > 0 || struck > 0 || levelOne != nil || levelZero > 0 || rollUps != nil || days != nil
    }

    /// Counts the overdue records: whole blocks, and single state changes.
    func overdue(_ edges: RetentionCutoffs, counts: inout RetentionCounts) throws {
        let edge = edges[kind, id]
        for table in ["block", "fresh_block"] {
            counts.records.countReading(kind, count: try whole(table, before: edge))
        }
        for table in ["roll_up_block", "day_block"] {
            counts.hours += try whole(table, before: edges[rollUpsOf: kind, id])
        }
        counts.records.stateChanges +=
            try Int.fetchOne(
                db.cachedStatement(sql: "SELECT count(*) FROM state_change WHERE series = ? AND time < ?"),
                arguments: [key, edge.milliseconds]) ?? 0
    }

    private func whole(_ table: String, before edge: Timestamp) throws -> Int {
        let statement = try db.cachedStatement(
            sql: "SELECT total(count) FROM \(table) WHERE series = ?1 AND first < ?2 AND last < ?2")
        return try Int.fetchOne(statement, arguments: [key, edge.startOfHour.milliseconds]) ?? 0
    }

    private func deleteChanges(before edge: Timestamp) throws -> Int {
        try db.cachedStatement(
            sql: """
                DELETE FROM state_change WHERE series = ?1 AND time IN (
                    SELECT time FROM state_change WHERE series = ?1 AND time < ?2 ORDER BY time LIMIT ?3)
                """
        ).execute(arguments: [key, edge.milliseconds, Self.rows])
        return db.changesCount
    }
}
