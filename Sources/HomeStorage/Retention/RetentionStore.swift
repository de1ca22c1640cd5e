import GRDB
package import HomeModel

/// What one run of retention deleted from the database.
package struct PurgedRecords: Hashable, Sendable {
    package var deleted = RecordCounts()
    /// What a count found overdue afterwards: 0 proves the run, nil means that it did not get so far.
    package var overdue: Int?
    /// Why the run ended early; what it had deleted by then is gone, and counted.
    package var interruption: StorageError?
}

/// How long records are kept, and the cutting of what is older.
package struct RetentionStore: Sendable {
    let pool: SQLitePool
    let readings: ReadingStore
    let damages: DamageNotes

    /// The terms that were saved, the defaults for those that never were.
    package func terms() async throws(StorageError) -> RetentionTerms {
        try await pool.read { db in
            var terms = RetentionTerms()
            let rows = try Row.fetchCursor(db, sql: "SELECT record, days FROM retention_term")
            while let row = try rows.next() {
                let record = try row.decode(String.self, forColumn: "record")
                Self.columns.first { $0.record == record }?.set(&terms, try row.decode(forColumn: "days"))
            }
            let exceptions = try Row.fetchCursor(db, sql: "SELECT * FROM series_retention")
            while let row = try exceptions.next() {
                terms.exceptions[try SeriesID(row: row)] = RetentionException(
                    days: try row.decode(forColumn: "days"), hold: try row.decode(forColumn: "hold"))
            }
            return terms
        }
    }

    /// Throws `.termsOutOfBounds` and changes nothing when one of them is.
    package func save(_ terms: RetentionTerms) async throws(StorageError) {
        guard terms.outOfBounds.isEmpty else { throw .termsOutOfBounds(names: terms.outOfBounds) }
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM retention_term")
            for column in Self.columns {
                guard let days = column.days(terms) else { continue }
                try db.execute(
                    sql: "INSERT INTO retention_term (record, days) VALUES (?, ?)", arguments: [column.record, days])
            }
            try db.execute(sql: "DELETE FROM series_retention")
            for (series, exception) in terms.exceptions {
                try db.execute(
                    sql: "INSERT INTO series_retention (device, part, capability, days, hold) VALUES (?, ?, ?, ?, ?)",
                    arguments: [
                        series.device.rawValue, series.part.rawValue, series.capability.description, exception.days,
                        exception.hold,
                    ])
            }
        }
    }

    /// Deletes what is older than its term, then counts, then gives the space back to the disk.
    ///
    /// Readings go in whole blocks, see `SealedSeries.delete`; nobody is shown what of a block is past its term.
    /// Works in slices of at most 50 ms, between which appends get their turn. Throws only while nothing is deleted.
    package func purge(now: Timestamp, terms: RetentionTerms) async throws(StorageError) -> PurgedRecords {
        let edges = try RetentionEdges(terms, at: now)
        let damages = damages
        var purged = PurgedRecords()
        // What is in no sealed block can be past its term too.
        try await readings.sealAll()
        do throws(StorageError) {
            var position: Int64? = 0
            while let start = position {
                let slice = try await pool.write { db in
                    try RetentionSlice(from: start, before: edges, db, damages)
                }
                purged.deleted = purged.deleted + slice.deleted
                position = slice.next
                await Task.yield()
            }
            purged.overdue = try await overdue(edges).total
            try await releaseRetiredDevices()
            while try await pool.write(RetentionSlice.reclaimSpace) { await Task.yield() }
        } catch {
            guard purged.deleted.total > 0 else { throw error }
            purged.interruption = error
        }
        return purged
    }

    /// How much is stored that is past its term: state changes one by one, readings in whole blocks.
    package func overdueCount(now: Timestamp, terms: RetentionTerms) async throws(StorageError) -> RecordCounts {
        try await overdue(try RetentionEdges(terms, at: now))
    }

    private func overdue(_ edges: RetentionEdges) async throws(StorageError) -> RecordCounts {
        let damages = damages
        return try await pool.read { db in
            var counts = RecordCounts()
            var position: Int64 = 0
            while let series = try SeriesCut(from: position, db, damages) {
                try series.overdue(edges, &counts)
                position = series.key &+ 1
            }
            return counts
        }
    }

    /// The ids of removed devices are free again when nothing of them is left.
    private func releaseRetiredDevices() async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: """
                    DELETE FROM retired_device WHERE NOT EXISTS (
                        SELECT 1 FROM series WHERE series.device = retired_device.id AND (
                            EXISTS (SELECT 1 FROM block WHERE block.series = series.id)
                            OR EXISTS (SELECT 1 FROM roll_up_block WHERE roll_up_block.series = series.id)
                            OR EXISTS (SELECT 1 FROM fresh_block WHERE fresh_block.series = series.id)
                            OR EXISTS (SELECT 1 FROM state_change WHERE state_change.series = series.id)))
                    """)
        }
    }

    private static let columns = [
        TermColumn("energy", \.energyDays), TermColumn("environment", \.environmentDays),
        TermColumn("energyRollUps", \.energyRollUpDays), TermColumn("environmentRollUps", \.environmentRollUpDays),
        TermColumn("auditInformational", \.auditInformationalDays), TermColumn("auditWarning", \.auditWarningDays),
        TermColumn("auditSecurity", \.auditSecurityDays),
    ]
}

/// The row of a term.
private struct TermColumn: Sendable {
    let record: String
    let days: @Sendable (RetentionTerms) -> Int?
    let set: @Sendable (inout RetentionTerms, Int) -> Void

    init(_ record: String, _ path: any WritableKeyPath<RetentionTerms, Int> & Sendable) {
        self.record = record
        days = { $0[keyPath: path] }
        set = { $0[keyPath: path] = $1 }
    }

    init(_ record: String, _ path: any WritableKeyPath<RetentionTerms, Int?> & Sendable) {
        self.record = record
        days = { $0[keyPath: path] }
        set = { $0[keyPath: path] = $1 }
    }
}
