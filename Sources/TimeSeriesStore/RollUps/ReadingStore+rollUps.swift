import SQLiteDatabase
package import Foundation
import GRDB
package import HomeModel

extension ReadingStore {
    /// Returns the hours that start in `from..<to` and not before `notBefore`, sorted by time.
    ///
    /// Hours with readings that are not compacted yet are computed from the readings; the others were computed during
    /// compaction.
    package func rollUps(
        of series: SeriesID, from: Timestamp, to: Timestamp, notBefore: Timestamp
    ) async throws(StorageError) -> [RollUp] {
        let start = max(from, notBefore)
        guard start < to else { return [] }
        return try await readRollUps(series) { reader in try reader.hours(from: start, to: to) } ?? []
    }

    /// Returns the calendar days of `zone` that contain such hours, each made of these hours alone.
    ///
    /// Days are stored in the time zone of the home, see `buildDays(in:)`. Days of another zone, or that are not built
    /// yet, are added up from the hours, which takes longer.
    package func days(
        of series: SeriesID, from: Timestamp, to: Timestamp, notBefore: Timestamp, in zone: TimeZone
    ) async throws(StorageError) -> [DayRollUp] {
        let start = max(from, notBefore)
        guard start < to else { return [] }
        let calendar = DayCalendar(zone)
        return try await readRollUps(series) { reader in try reader.days(from: start, to: to, in: calendar) } ?? []
    }

    /// Rebuilds roll-ups of a series from its level-1 blocks: of every hour that starts in `span`, of the next hour
    /// with readings (its counter starts from another reading), and of their days.
    ///
    /// An hour without readings loses its roll-up, so pass only hours whose readings are all stored. With
    /// `keepingIncompleteHours`, hours that counted more readings than there are now (retention or damage removed them) stay as
    /// they are.
    ///
    /// Works in transactions of about `compactionBudget`. A transaction that itself changes level-1 blocks must use
    /// `RollUpMaintenance.rebuild(_:keepingIncompleteHours:)`, which this calls.
    package func repairRollUps(
        of series: SeriesID, over span: Range<Timestamp>, keepingIncompleteHours: Bool
    ) async throws(StorageError) {
        guard let key = table.key(of: series) else { return }
        var position = span.lowerBound.startOfHour
        while position < span.upperBound {
            let (start, rule, damagedBlocks) = (position, rule(of: series), damagedBlocks)
            position = try await pool.write { db in
                try Self.repair(
                    key, rule: rule, from: start, to: span.upperBound, keepingIncompleteHours: keepingIncompleteHours,
                    in: db,
                    damagedBlocks: damagedBlocks)
            }
            await Task.yield()
        }
    }

    /// Returns the time to continue from.
    private static func repair(
        _ key: Int64, rule: RollUpParameters, from: Timestamp, to: Timestamp, keepingIncompleteHours: Bool,
        in db: Database,
        damagedBlocks: DamagedBlocks
    ) throws -> Timestamp {
        let deadline = ContinuousClock.now + compactionBudget
        var position = from
        repeat {
            // Times with neither readings nor hours are skipped.
            let next = [
                try SortedRun<Reading>(key, in: db, damagedBlocks: damagedBlocks).first(from: position)?.time,
                try SortedRun<RollUp>(key, in: db, damagedBlocks: damagedBlocks).first(from: position)?.time,
            ].compactMap(\.self).min()
            guard let next, next < to else { return to }
            let start = max(position, next.startOfHour)
            position = min(start + .days(2), to + .hours(1) - .milliseconds(1)).startOfHour
            guard start < position else { return to }
            try RollUpMaintenance(key, rule: rule, in: db, damagedBlocks: damagedBlocks).rebuild(
                start..<position, keepingIncompleteHours: keepingIncompleteHours)
        } while position < to && ContinuousClock.now < deadline
        return position
    }

    private func readRollUps<Value: Sendable>(
        _ series: SeriesID, body: @escaping @Sendable (RollUpReader) throws -> Value
    ) async throws(StorageError) -> Value? {
        guard let entry = table[series] else { return nil }
        // The memtable is read before the tables: readings that are flushed in between are found twice and counted
        // once.
        let (unflushed, rule, damagedBlocks) = (unflushed(of: entry), rule(of: series), damagedBlocks)
        return try await pool.read { db in
            try body(RollUpReader(entry.key, rule: rule, unflushed: unflushed, in: db, damagedBlocks: damagedBlocks))
        }
    }
}
