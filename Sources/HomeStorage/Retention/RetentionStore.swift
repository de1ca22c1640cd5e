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

    /// The terms that were saved, the defaults for those that never were.
    package func terms() async throws(StorageError) -> RetentionTerms {
        try await pool.read { db in
            var terms = RetentionTerms()
            let rows = try Row.fetchCursor(db, sql: "SELECT record, days FROM retention_term")
            while let row = try rows.next() {
                let record = try row.decode(String.self, forColumn: "record")
                guard let (_, path) = Self.columns.first(where: { $0.record == record }) else { continue }
                terms[keyPath: path] = try row.decode(forColumn: "days")
            }
            return terms
        }
    }

    /// Throws `.termsOutOfBounds` and changes nothing when one of them is.
    package func save(_ terms: RetentionTerms) async throws(StorageError) {
        guard terms.outOfBounds.isEmpty else { throw .termsOutOfBounds(names: terms.outOfBounds) }
        try await pool.write { db in
            for (record, path) in Self.columns {
                try db.execute(
                    sql: """
                        INSERT INTO retention_term (record, days) VALUES (?, ?)
                        ON CONFLICT (record) DO UPDATE SET days = excluded.days
                        """,
                    arguments: [record, terms[keyPath: path]])
            }
        }
    }

    /// Deletes what is strictly older than its term, then counts, then gives the space back to the disk.
    ///
    /// Works in slices of at most 50 ms, between which appends get their turn. Throws only while nothing is deleted.
    package func purge(now: Timestamp, terms: RetentionTerms) async throws(StorageError) -> PurgedRecords {
        let edges = try RetentionEdges(terms, at: now)
        var purged = PurgedRecords()
        do throws(StorageError) {
            for table in RecordTable.allCases {
                var position: Int64? = 0
                while let start = position {
                    let slice = try await pool.write { db in
                        try RetentionSlice(of: table, from: start, before: edges, db)
                    }
                    purged.deleted = purged.deleted + slice.deleted
                    position = slice.next
                    await Task.yield()
                }
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

    /// How much is stored that is strictly older than its term.
    package func overdueCount(now: Timestamp, terms: RetentionTerms) async throws(StorageError) -> RecordCounts {
        try await overdue(try RetentionEdges(terms, at: now))
    }

    private func overdue(_ edges: RetentionEdges) async throws(StorageError) -> RecordCounts {
        try await pool.read { db in
            var counts = RecordCounts()
            for table in RecordTable.allCases {
                for row in try Row.fetchAll(db, sql: table.overdueCounts, arguments: edges.arguments) {
                    table.count(try row.decode(forColumn: "total"), of: try row.word("kind"), in: &counts)
                }
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
                            EXISTS (SELECT 1 FROM reading WHERE reading.series = series.id)
                            OR EXISTS (SELECT 1 FROM state_change WHERE state_change.series = series.id)))
                    """)
        }
    }

    private static var columns: [(record: String, path: WritableKeyPath<RetentionTerms, Int>)] {
        [
            ("energy", \.energyDays), ("environment", \.environmentDays),
            ("auditInformational", \.auditInformationalDays), ("auditWarning", \.auditWarningDays),
            ("auditSecurity", \.auditSecurityDays),
        ]
    }
}
