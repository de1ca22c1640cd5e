import SQLiteDatabase
package import Foundation
import GRDB
package import HomeModel

extension ReadingStore {
    /// One step of building reads the hours of this number of days, which takes some 20 ms.
    private static let daysPerStep = 366

    /// Stores the missing days of every series in `zone`, the time zone of the home. From then on compaction keeps them
    /// up to date.
    ///
    /// Works in transactions of at most one year of one series; until they are built, queries add up hours. After a
    /// change of the zone, or of its rules, all days are built again.
    package func buildDays(in zone: TimeZone) async throws(StorageError) {
        let calendar = DayCalendar(zone)
        let damagedBlocks = damagedBlocks
        try await pool.write { db in
            try DayRollUpProgress.begin(calendar, in: db)
            try Self.discardDamagedDays(db, damagedBlocks: damagedBlocks)
        }
        dayCalendar = calendar
        while true {
            let next = try await pool.read { db in try DayRollUpProgress.next(db) }
            guard let next, !Task.isCancelled else { return }
            let rule = rule(of: next.id)
            try await pool.write { db in
                try Self.build(next.key, rule: rule, calendar: calendar, in: db, damagedBlocks: damagedBlocks)
            }
            await Task.yield()
        }
    }

    /// Builds the next days of a series.
    private static func build(
        _ key: Int64, rule: RollUpParameters, calendar: DayCalendar, in db: Database, damagedBlocks: DamagedBlocks
    ) throws {
        guard try DayRollUpProgress.zone(db) == calendar.key else { return }
        let days = SortedRun<DayRollUp>(key, in: db, damagedBlocks: damagedBlocks)
        let through = try DayRollUpProgress.through(key, in: calendar, db: db)
        if through == nil { try db.execute(sql: "DELETE FROM day_block WHERE series = ?", arguments: [key]) }
        let hours = SortedRun<RollUp>(key, in: db, damagedBlocks: damagedBlocks)
        guard let next = try hours.first(from: through ?? Timestamp(milliseconds: .min)) else {
            return try DayRollUpProgress.set(key, through: DayRollUpProgress.complete, in: db)
        }
        let start = calendar.day(around: next.start).lowerBound
        let end = calendar.day(around: start + .days(daysPerStep)).lowerBound
        guard start < end else { return try DayRollUpProgress.set(key, through: DayRollUpProgress.complete, in: db) }
        let new = rule.days(of: try hours.records(from: start, to: end), in: calendar)
        _ = try days.insert(new, replacing: true)
        let isLast = try hours.first(from: end) == nil
        try DayRollUpProgress.set(key, through: isLast ? DayRollUpProgress.complete : end, in: db)
    }

    /// Days are made of hours, so damaged ones are built again.
    private static func discardDamagedDays(_ db: Database, damagedBlocks: DamagedBlocks) throws {
        for note in damagedBlocks.all where note.table == DayRollUp.statements.table {
            try db.execute(sql: "DELETE FROM day_block WHERE id = ?", arguments: [note.row.id])
            try DayRollUpProgress.invalidate(note.series, in: db)
            damagedBlocks.remove(note)
        }
    }
}
