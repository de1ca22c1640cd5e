import GRDB
import HomeModel

/// Moves the rows in which version 1 kept readings into blocks, series by series; interrupted, it goes on at the next
/// opening.
enum Version1Readings {
    static func move(in pool: SQLitePool, _ damages: DamageNotes) throws(StorageError) {
        try StorageError.translating {
            guard try pool.connections.read({ try $0.tableExists("reading") }) else { return }
            while try pool.connections.write({ try moveSeries($0, damages) }) {}
            try pool.connections.write { try $0.execute(sql: "DROP TABLE reading") }
        }
    }

    /// False when there is nothing left.
    private static func moveSeries(_ db: Database, _ damages: DamageNotes) throws -> Bool {
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
        let rule = RollUpRule(counter: try SeriesID(row: series).isCounter ? Counter() : nil)
        let merge = SeriesMerge(key: key, rule: rule, db: db, damages: damages)
        // Nothing else waits for the database yet.
        _ = try merge.insert(readings[...], until: .now + .days(1))
        if let last = readings.last {
            try SeriesTable.noteLast(last, of: key, db)
            try db.execute(
                sql: "DELETE FROM reading WHERE series = ? AND time <= ?", arguments: [key, last.time.milliseconds])
        }
        return true
    }
}
