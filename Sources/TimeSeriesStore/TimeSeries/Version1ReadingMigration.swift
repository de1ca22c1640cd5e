import SQLiteDatabase
import GRDB
import HomeModel

/// Moves the rows in which version 1 stored readings into blocks, series by series. After an interruption the next
/// opening continues.
enum Version1ReadingMigration {
    static func move(in pool: SQLitePool, _ damagedBlocks: DamagedBlocks) throws(StorageError) {
        try StorageError.translating {
            guard try pool.connections.read({ try $0.tableExists("reading") }) else { return }
            while try pool.connections.write({ try moveSeries($0, damagedBlocks: damagedBlocks) }) {}
            try pool.connections.write { try $0.execute(sql: "DROP TABLE reading") }
        }
    }

    /// Returns false when there is nothing left to move.
    private static func moveSeries(_ db: Database, damagedBlocks: DamagedBlocks) throws -> Bool {
        guard let key = try Int64.fetchOne(db, sql: "SELECT series FROM reading LIMIT 1") else { return false }
        guard let series = try Row.fetchOne(db, sql: "SELECT * FROM series WHERE id = ?", arguments: [key]) else {
            try db.execute(sql: "DELETE FROM reading WHERE series = ?", arguments: [key])
            return true
        }
        let rows = try Row.fetchAll(
            db, sql: "SELECT time, value FROM reading WHERE series = ? ORDER BY time LIMIT 100000", arguments: [key])
        let readings = try rows.map { row in
            Reading(
                time: Timestamp(milliseconds: try row.decode(forColumn: "time")),
                value: try row.decode(forColumn: "value"))
        }
        let rule = RollUpParameters(counter: try SeriesID(row: series).isCounter ? Counter() : nil)
        let merge = SeriesCompaction(key: key, rule: rule, db: db, damagedBlocks: damagedBlocks)
        // The deadline can be long, because nothing else waits for the database yet.
        _ = try merge.insert(readings[...], until: .now + .days(1))
        if let last = readings.last {
            try SeriesTable.updateLast(last, of: key, in: db)
            try db.execute(
                sql: "DELETE FROM reading WHERE series = ? AND time <= ?", arguments: [key, last.time.milliseconds])
        }
        return true
    }
}
