import Concurrency
import SQLiteDatabase
import GRDB
package import HomeModel

extension ReadingStore {
    /// The largest number of readings that can be struck out at once.
    package static let maximumStruck = 1_000_000
    private static let page = 10_000

    /// Returns the readings that a strike would remove now. Counts no further than one beyond `maximumStruck`.
    package func preview(_ query: StrikeQuery) async throws(StorageError) -> StrikeSummary {
        var found = StrikeSummary()
        var position = query.from
        while position < query.to, found.count <= Self.maximumStruck {
            let page = try await readings(
                of: query.series, from: position, to: query.to, notBefore: Timestamp(milliseconds: .min),
                limit: Self.page)
            for reading in page where query.matches(reading) { found.add(reading) }
            guard page.count == Self.page, let last = page.last else { break }
            position = last.time + .milliseconds(1)
        }
        return found
    }

    /// Removes the readings from the history and keeps them aside in a strike. Updates the roll-ups with each part.
    ///
    /// Works in transactions of about `compactionBudget`; each is complete in itself. After an interruption the strike
    /// contains the readings removed until then, and can be restored. Returns nil when no reading matches.
    package func strike(_ query: StrikeQuery, at now: Timestamp) async throws(PartialChangeError) -> Strike? {
        await strikeLock.acquire()
        defer { strikeLock.release() }
        var done = 0
        do throws(StorageError) {
            try await flushAndCompactAll()
            guard let entry = table[query.series] else { return nil }
            let (rule, damagedBlocks, kind) = (rule(of: query.series), damagedBlocks, entry.kind)
            var id: Int64?
            var position: Timestamp? = query.from
            while let start = position {
                let known = id
                // Striking it out gives the series another newest reading.
                let last = table[query.series]?.last.flatMap { query.matches($0) ? $0 : nil }
                let unflushed = table[query.series].map(unflushed) ?? []
                let (part, newest) = try await pool.write { db in
                    let strike = SeriesStrike(
                        key: entry.key, kind: kind, rule: rule, db: db, damagedBlocks: damagedBlocks)
                    let part = try strike.strikeOut(
                        query, from: start, into: known, at: now, until: .now + Self.compactionBudget)
                    return (part, last == nil ? nil : try strike.storeLast(unflushed))
                }
                // A reading that arrived meanwhile is newer, and `table` has it already.
                if let last, table[query.series]?.last == last { table.replaceLast(newest, of: entry.key) }
                (position, id) = (part.next, part.strike)
                done += part.count
                await Task.yield()
            }
            guard let strike = id else { return nil }
            return try await pool.read { db in try StrikeTable(db).all(strike).first }
        } catch {
            throw PartialChangeError(cause: error, done: done)
        }
    }

    /// Returns all strikes that contain readings, the newest first.
    package func strikes() async throws(StorageError) -> [Strike] {
        try await pool.read { db in try StrikeTable(db).all() }
    }

    /// Returns nil when there is no such strike, or it contains no readings.
    package func strike(_ id: Int64) async throws(StorageError) -> Strike? {
        try await pool.read { db in try StrikeTable(db).all(id).first }
    }

    /// Puts the readings of a strike back. A reading that was stored for the same time meanwhile stays. Returns the
    /// number of readings put back.
    package func restore(_ strike: Strike, kind: RecordKind) async throws(PartialChangeError) -> Int {
        await strikeLock.acquire()
        defer { strikeLock.release() }
        // The row of a series is kept while the series has a strike, see `deleteSeriesOfRetiredDevices`.
        guard let key = table.key(of: strike.series) else { return 0 }
        let (rule, damagedBlocks) = (rule(of: strike.series), damagedBlocks)
        var restored = 0
        while true {
            let step: (added: Int, last: Reading)?
            do throws(StorageError) {
                step = try await pool.write { db in
                    try SeriesStrike(key: key, kind: kind, rule: rule, db: db, damagedBlocks: damagedBlocks)
                        .restore(strike.id, atMost: Self.page, until: .now + Self.compactionBudget)
                }
            } catch {
                throw PartialChangeError(cause: error, done: restored)
            }
            guard let step else { return restored }
            restored += step.added
            table.updateLast(step.last, of: key)
            await Task.yield()
        }
    }
}

/// A change that consists of several transactions failed; the transactions before the failure are kept.
package struct PartialChangeError: Error {
    package let cause: StorageError
    /// The number of readings that were changed before the failure.
    package let done: Int
}
