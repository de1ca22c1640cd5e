package import HomeModel

/// Stores the retention terms, and deletes records that are past their terms.
package struct RetentionStore: Sendable {
    let pool: SQLitePool
    let readings: ReadingStore
    let damagedBlocks: DamagedBlocks

    /// Returns the saved terms, with the defaults for terms that were never saved.
    package func terms() async throws(StorageError) -> RetentionTerms {
        try await pool.read { db in try RetentionTerms(db) }
    }

    /// Saves the terms; a running purge uses them at once. Throws `.termsOutOfBounds` and changes nothing when a term
    /// is out of bounds.
    package func save(_ terms: RetentionTerms) async throws(StorageError) {
        guard terms.outOfBounds.isEmpty else { throw .termsOutOfBounds(names: terms.outOfBounds) }
        try await pool.write { db in try terms.save(db) }
    }

    /// Deletes records that are older than their saved term, counts the overdue ones that are left, and returns free
    /// space to the disk.
    ///
    /// Readings are deleted in whole blocks, see `SortedRun.delete`; queries leave out overdue readings in the other
    /// blocks. Works in steps of at most 50 ms, between which appends can run. Throws only if nothing was deleted.
    package func purge(now: Timestamp) async throws(StorageError) -> PurgeResult {
        let damagedBlocks = damagedBlocks
        var purged = PurgeResult()
        // Records that are not in level-1 blocks can be overdue too.
        try await readings.flushAndCompactAll()
        do throws(StorageError) {
            var position: Int64? = 0
            while let start = position {
                let slice = try await pool.write { db in
                    try RetentionSlice(from: start, at: now, db, damagedBlocks: damagedBlocks)
                }
                purged.deleted = purged.deleted + slice.deleted
                position = slice.next
                await Task.yield()
            }
            purged.overdue = try await overdue(now: now)
            try await readings.deleteSeriesOfRetiredDevices()
            while try await pool.write(RetentionSlice.reclaimSpace) { await Task.yield() }
        } catch {
            guard purged.deleted.total > 0 else { throw error }
            purged.interruption = error
        }
        return purged
    }

    /// Returns the number of stored records that are past their term: state changes one by one, readings and hours in
    /// whole blocks.
    package func overdue(now: Timestamp) async throws(StorageError) -> RetentionCounts {
        let damagedBlocks = damagedBlocks
        return try await pool.read { db in
            let edges = try RetentionCutoffs(RetentionTerms(db), at: now)
            var counts = RetentionCounts()
            var position: Int64 = 0
            while let series = try SeriesPurge(from: position, db, damagedBlocks: damagedBlocks) {
                try series.overdue(edges, counts: &counts)
                position = series.key &+ 1
            }
            return counts
        }
    }
}
