import GRDB
package import HomeModel
import SQLiteDatabase

/// What a withdrawal of the consent to the history of presence deletes.
package struct PresenceSurplus: Hashable, Sendable {
    /// The records that are older than the term of presence.
    package var records = 0
    /// The series that have such records.
    package var series = 0
    /// The time of the oldest such record; nil when there is none.
    package var oldest: Timestamp?
    /// The series of presence with a hold, of which nothing is deleted.
    package var heldSeries = 0

    package init() {}
}

extension RetentionStore {
    /// Returns what is stored of presence beyond its term at `now`, as if the consent were not given. Records that are
    /// still in the write-ahead log of readings are not counted: they are seldom that old.
    package func presenceSurplus(now: Timestamp) async throws(StorageError) -> PresenceSurplus {
        let damagedBlocks = damagedBlocks
        return try await pool.read { db in
            var terms = try RetentionTerms(db)
            terms.limitsPresence = true
            let edges = try RetentionCutoffs(terms, at: now)
            var surplus = PresenceSurplus()
            var position: Int64 = 0
            while let series = try SeriesPurge(
                from: position, db, damagedBlocks: damagedBlocks, onlyPresence: true)
            {
                position = series.key &+ 1
                if terms.exceptions[series.id]?.isHeld ?? false { surplus.heldSeries += 1 }
                var counts = RetentionCounts()
                try series.overdue(edges, counts: &counts)
                guard counts.total > 0 else { continue }
                surplus.records += counts.total
                surplus.series += 1
                surplus.oldest = try [surplus.oldest, series.oldest()].compactMap(\.self).min()
            }
            return surplus
        }
    }

    /// Deletes what is stored of presence beyond its term, and returns how much that was. Nothing is deleted while the
    /// saved consent allows the history.
    ///
    /// Works in short steps like `purge`, and repeats safely after an interruption: the saved state decides what is to
    /// be deleted, and not the progress of an earlier call.
    package func purgePresence(now: Timestamp) async throws(StorageError) -> PurgeResult {
        let damagedBlocks = damagedBlocks
        var purged = PurgeResult()
        try await readings.flushAndCompactAll()
        do throws(StorageError) {
            var position: Int64? = 0
            while let start = position {
                let slice = try await pool.write { db in
                    try RetentionSlice(
                        from: start, at: now, db, damagedBlocks: damagedBlocks, onlyPresence: true)
                }
                purged.deleted = purged.deleted + slice.deleted
                position = slice.next
                await Task.yield()
            }
            while try await pool.write(RetentionSlice.reclaimSpace) { await Task.yield() }
        } catch {
            purged.interruption = error
        }
        return purged
    }
}

extension SeriesPurge {
    /// The time of the oldest record of the series; nil when it has none.
    fileprivate func oldest() throws -> Timestamp? {
        let times = try ["state_change", "block", "fresh_block", "roll_up_block"].compactMap { table in
            try Int64.fetchOne(
                db, sql: "SELECT min(\(table == "state_change" ? "time" : "first")) FROM \(table) WHERE series = ?",
                arguments: [key])
        }
        return times.min().map(Timestamp.init(milliseconds:))
    }
}
