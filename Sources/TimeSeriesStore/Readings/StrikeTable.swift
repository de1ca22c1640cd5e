import GRDB
import HomeModel

/// Reads and writes the struck readings within the transaction of the caller.
struct StrikeTable {
    let db: Database

    init(_ db: Database) { self.db = db }

    func add(_ series: SeriesID, at now: Timestamp) throws -> Int64 {
        try db.execute(
            sql: "INSERT INTO strike (device, part, capability, struck_at) VALUES (?, ?, ?, ?)",
            arguments: [
                series.device.rawValue, series.part.rawValue, series.capability.description, now.milliseconds,
            ])
        return db.lastInsertedRowID
    }

    func keep(_ readings: [Reading], in strike: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO struck_reading (strike, time, value) VALUES (?, ?, ?)")
        for reading in readings {
            try statement.execute(arguments: [strike, reading.time.milliseconds, reading.value])
        }
    }

    func readings(of strike: Int64, atMost limit: Int) throws -> [Reading] {
        let statement = try db.cachedStatement(
            sql: "SELECT time, value FROM struck_reading WHERE strike = ? ORDER BY time LIMIT ?")
        return try Row.fetchAll(statement, arguments: [strike, limit]).map { row in
            Reading(
                time: Timestamp(milliseconds: try row.decode(forColumn: "time")),
                value: try row.decode(forColumn: "value"))
        }
    }

    func deleteReadings(of strike: Int64, through time: Timestamp) throws {
        try db.cachedStatement(sql: "DELETE FROM struck_reading WHERE strike = ? AND time <= ?")
            .execute(arguments: [strike, time.milliseconds])
    }

    func remove(_ strike: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM strike WHERE id = ?").execute(arguments: [strike])
    }

    /// Deletes at most `limit` struck readings of a series from before `edge`, and strikes that are empty then. Returns
    /// the number of deleted readings.
    func delete(of series: SeriesID, before edge: Timestamp, limit: Int) throws -> Int {
        let names = [series.device.rawValue, series.part.rawValue, series.capability.description]
        let ids = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT id FROM strike WHERE device = ? AND part = ? AND capability = ?"),
            arguments: StatementArguments(names))
        var deleted = 0
        for id in ids where deleted < limit {
            try db.cachedStatement(
                sql: """
                    DELETE FROM struck_reading WHERE strike = ?1 AND time IN (
                        SELECT time FROM struck_reading WHERE strike = ?1 AND time < ?2 ORDER BY time LIMIT ?3)
                    """
            ).execute(arguments: [id, edge.milliseconds, limit - deleted])
            deleted += db.changesCount
            if try readings(of: id, atMost: 1).isEmpty { try remove(id) }
        }
        return deleted
    }

    /// Returns the strikes that contain readings, the newest first; all of them, or the one with `id`.
    func all(_ id: Int64? = nil) throws -> [Strike] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, device, part, capability, struck_at, count(time) AS count, min(time) AS first,
                    max(time) AS last, min(value) AS minimum, max(value) AS maximum
                FROM strike JOIN struck_reading ON strike = id
                WHERE ?1 IS NULL OR id = ?1 GROUP BY id ORDER BY id DESC
                """)
        return try Row.fetchAll(statement, arguments: [id]).map { row in
            func time(_ column: String) throws -> Timestamp? {
                try row.decode(Int64?.self, forColumn: column).map(Timestamp.init(milliseconds:))
            }
            return Strike(
                id: try row.decode(forColumn: "id"), series: try SeriesID(row: row),
                struckAt: Timestamp(milliseconds: try row.decode(forColumn: "struck_at")),
                readings: StrikeSummary(
                    count: try row.decode(forColumn: "count"), first: try time("first"), last: try time("last"),
                    minimum: try row.decode(forColumn: "minimum"), maximum: try row.decode(forColumn: "maximum")))
        }
    }
}
