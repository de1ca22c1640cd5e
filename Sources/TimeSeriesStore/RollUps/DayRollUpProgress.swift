import GRDB
import HomeModel

/// Stores the moment up to which the day roll-ups of each series are complete, and their calendar. Stored days after
/// that moment are not used.
enum DayRollUpProgress {
    /// Marks all days as stored, including future ones.
    static let complete = Timestamp(milliseconds: .max)

    /// Returns nil when no day of the series is stored in `calendar`.
    static func through(_ key: Int64, in calendar: DayCalendar, db: Database) throws -> Timestamp? {
        let statement = try db.cachedStatement(
            sql: "SELECT through FROM built_days, day_zone WHERE series = ? AND zone = ?")
        return try Int64.fetchOne(statement, arguments: [key, calendar.key]).map(Timestamp.init(milliseconds:))
    }

    static func set(_ key: Int64, through time: Timestamp, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO built_days (series, through) VALUES (?, ?)
                ON CONFLICT (series) DO UPDATE SET through = excluded.through
                """
        ).execute(arguments: [key, time.milliseconds])
    }

    /// Marks the days of the series to be built again; until then queries add up its hours.
    static func invalidate(_ key: Int64, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM built_days WHERE series = ?").execute(arguments: [key])
    }

    static func zone(_ db: Database) throws -> String? { try String.fetchOne(db, sql: "SELECT zone FROM day_zone") }

    /// Makes `calendar` the calendar of all days; days that were built in another one are not used any more.
    static func begin(_ calendar: DayCalendar, in db: Database) throws {
        guard try zone(db) != calendar.key else { return }
        try db.execute(sql: "DELETE FROM built_days")
        try db.execute(sql: "DELETE FROM day_zone")
        try db.execute(sql: "INSERT INTO day_zone VALUES (?)", arguments: [calendar.key])
    }

    /// Returns a series with hours whose days are not all stored, and the moment up to which they are.
    static func next(_ db: Database) throws -> (key: Int64, id: SeriesID, through: Timestamp?)? {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT series.id, device, part, capability, through
                FROM series LEFT JOIN built_days ON built_days.series = series.id
                WHERE ifnull(through, 0) < ?
                    AND EXISTS (SELECT 1 FROM roll_up_block WHERE roll_up_block.series = series.id)
                LIMIT 1
                """, arguments: [complete.milliseconds])
        guard let row else { return nil }
        let through = try row.decode(Int64?.self, forColumn: "through").map(Timestamp.init(milliseconds:))
        return (try row.decode(forColumn: "id"), try SeriesID(row: row), through)
    }
}
