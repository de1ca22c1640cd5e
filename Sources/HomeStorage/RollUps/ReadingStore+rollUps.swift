package import Foundation
import GRDB
package import HomeModel

extension ReadingStore {
    /// The hours that start in `from..<to` and not before `notBefore`, in the order of time.
    ///
    /// Hours with readings that are not sealed yet are computed from the readings, the others were when they were sealed.
    package func rollUps(
        of series: SeriesID, from: Timestamp, to: Timestamp, notBefore: Timestamp
    ) async throws(StorageError) -> [RollUp] {
        let start = max(from, notBefore)
        guard start < to else { return [] }
        return try await asking(series) { reader in try reader.hours(from: start, to: to) } ?? []
    }

    /// The calendar days of `zone` that hold such hours, each made of these alone.
    ///
    /// Days are stored in the zone of the home, see `buildDays(in:)`. Those of another zone, or that are not built yet,
    /// are added up from the hours, which takes longer.
    package func days(
        of series: SeriesID, from: Timestamp, to: Timestamp, notBefore: Timestamp, in zone: TimeZone
    ) async throws(StorageError) -> [DayRollUp] {
        let start = max(from, notBefore)
        guard start < to else { return [] }
        let calendar = DayCalendar(zone)
        return try await asking(series) { reader in try reader.days(from: start, to: to, in: calendar) } ?? []
    }

    /// Computes the roll-ups of a series again from its sealed readings: of every hour that starts in `span`, of the one
    /// behind it (its counter starts from another reading), and of their days.
    ///
    /// An hour without readings loses its roll-up, so ask only for hours whose readings are all stored. `keepingLost`,
    /// hours that counted more readings than there are now (retention or damage took them) stay as they are.
    ///
    /// Works in transactions of about `mergeBudget`. Within a transaction that changes sealed readings itself, use
    /// `SeriesRollUps.rebuild(_:keepingLost:)`, which this calls.
    package func repairRollUps(
        of series: SeriesID, over span: Range<Timestamp>, keepingLost: Bool
    ) async throws(StorageError) {
        guard let key = table.key(of: series) else { return }
        var position = span.lowerBound.startOfHour
        while position < span.upperBound {
            let (start, rule, damages) = (position, rule(of: series), damages)
            position = try await pool.write { db in
                try Self.repair(key, rule, from: start, to: span.upperBound, keepingLost: keepingLost, db, damages)
            }
            await Task.yield()
        }
    }

    /// Returns where to go on.
    private static func repair(
        _ key: Int64, _ rule: RollUpRule, from: Timestamp, to: Timestamp, keepingLost: Bool, _ db: Database,
        _ damages: DamageNotes
    ) throws -> Timestamp {
        let deadline = ContinuousClock.now + mergeBudget
        var position = from
        repeat {
            // Nothing is to be done where there are neither readings nor hours.
            let next = [
                try SealedSeries<Reading>(key, db, damages).first(from: position)?.time,
                try SealedSeries<RollUp>(key, db, damages).first(from: position)?.time,
            ].compactMap(\.self).min()
            guard let next, next < to else { return to }
            let start = max(position, next.startOfHour)
            position = min(start + .days(2), to + .hours(1) - .milliseconds(1)).startOfHour
            guard start < position else { return to }
            try SeriesRollUps(key, rule, db, damages).rebuild(start..<position, keepingLost: keepingLost)
        } while position < to && ContinuousClock.now < deadline
        return position
    }

    private func asking<Value: Sendable>(
        _ series: SeriesID, _ body: @escaping @Sendable (RollUpReader) throws -> Value
    ) async throws(StorageError) -> Value? {
        guard let entry = table[series] else { return nil }
        // Memory before the tables: what is sealed in between is found twice, and counted once.
        let (pending, rule, damages) = (pending(of: entry), rule(of: series), damages)
        return try await pool.read { db in try body(RollUpReader(entry.key, rule, pending: pending, db, damages)) }
    }
}
