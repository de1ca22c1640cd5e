package import Foundation
import GRDB
import HomeModel

extension ReadingStore {
    /// A piece of building reads the hours of so many days, which takes some 20 ms.
    private static let daysOfAPiece = 366

    /// Stores the days of every series in `zone`, that of the home, as far as they are not, and keeps them from then on.
    ///
    /// Works in transactions of at most one year of one series; what is not built yet is added up from hours meanwhile.
    /// After a change of the zone, or of its rules, all days are built again.
    package func buildDays(in zone: TimeZone) async throws(StorageError) {
        let calendar = DayCalendar(zone)
        let damages = damages
        try await pool.write { db in
            try BuiltDays.begin(calendar, db)
            try Self.discardDamagedDays(db, damages)
        }
        dayCalendar = calendar
        while true {
            let next = try await pool.read { db in try BuiltDays.next(db) }
            guard let next, !Task.isCancelled else { return }
            let rule = rule(of: next.id)
            try await pool.write { db in try Self.build(next.key, rule, calendar, db, damages) }
            await Task.yield()
        }
    }

    /// Stores the next days of a series.
    private static func build(
        _ key: Int64, _ rule: RollUpRule, _ calendar: DayCalendar, _ db: Database, _ damages: DamageNotes
    ) throws {
        guard try BuiltDays.zone(db) == calendar.key else { return }
        let days = SealedSeries<DayRollUp>(key, db, damages)
        let through = try BuiltDays.through(key, in: calendar, db)
        if through == nil { try db.execute(sql: "DELETE FROM day_block WHERE series = ?", arguments: [key]) }
        let hours = SealedSeries<RollUp>(key, db, damages)
        guard let next = try hours.first(from: through ?? Timestamp(milliseconds: .min)) else {
            return try BuiltDays.set(key, through: BuiltDays.complete, db)
        }
        let start = calendar.day(around: next.start).lowerBound
        let end = calendar.day(around: start + .days(daysOfAPiece)).lowerBound
        guard start < end else { return try BuiltDays.set(key, through: BuiltDays.complete, db) }
        let new = rule.days(of: try hours.records(from: start, to: end), in: calendar)
        _ = try days.insert(new, replacing: true)
        let isLast = try hours.first(from: end) == nil
        try BuiltDays.set(key, through: isLast ? BuiltDays.complete : end, db)
    }

    /// Days are made of hours, so damaged ones are simply built again.
    private static func discardDamagedDays(_ db: Database, _ damages: DamageNotes) throws {
        for note in damages.all where note.table == DayRollUp.statements.table {
            try db.execute(sql: "DELETE FROM day_block WHERE id = ?", arguments: [note.row.id])
            try BuiltDays.forget(note.series, db)
            damages.remove(note)
        }
    }
}
