package import HomeModel

/// How long records are kept, and the cutting of what is older.
package struct RetentionStore: Sendable {
    let pool: SQLitePool
    let readings: ReadingStore
    let damages: DamageNotes

    /// The terms that were saved, the defaults for those that never were.
    package func terms() async throws(StorageError) -> RetentionTerms {
        try await pool.read { db in try RetentionTerms(db) }
    }

    /// Throws `.termsOutOfBounds` and changes nothing when one of them is. A purge that is running obeys them at once.
    package func save(_ terms: RetentionTerms) async throws(StorageError) {
        guard terms.outOfBounds.isEmpty else { throw .termsOutOfBounds(names: terms.outOfBounds) }
        try await pool.write { db in try terms.save(db) }
    }

    /// Deletes what is older than its saved term, then counts, then gives the space back to the disk.
    ///
    /// Readings go in whole blocks, see `SealedSeries.delete`; nobody is shown what of a block is past its term.
    /// Works in slices of at most 50 ms, between which appends get their turn. Throws only while nothing is deleted.
    package func purge(now: Timestamp) async throws(StorageError) -> PurgedRecords {
        let damages = damages
        var purged = PurgedRecords()
        // What is in no sealed block can be past its term too.
        try await readings.sealAll()
        do throws(StorageError) {
            var position: Int64? = 0
            while let start = position {
                let slice = try await pool.write { db in try RetentionSlice(from: start, at: now, db, damages) }
                purged.deleted = purged.deleted + slice.deleted
                position = slice.next
                await Task.yield()
            }
            purged.overdue = try await overdue(now: now)
            try await readings.releaseRetiredDevices()
            while try await pool.write(RetentionSlice.reclaimSpace) { await Task.yield() }
        } catch {
            guard purged.deleted.total > 0 else { throw error }
            purged.interruption = error
        }
        return purged
    }

    /// How much is stored that is past its term: state changes one by one, readings and hours in whole blocks.
    package func overdue(now: Timestamp) async throws(StorageError) -> RetentionCounts {
        let damages = damages
        return try await pool.read { db in
            let edges = try RetentionEdges(RetentionTerms(db), at: now)
            var counts = RetentionCounts()
            var position: Int64 = 0
            while let series = try SeriesCut(from: position, db, damages) {
                try series.overdue(edges, &counts)
                position = series.key &+ 1
            }
            return counts
        }
    }
}
