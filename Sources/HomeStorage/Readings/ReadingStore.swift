import GRDB
package import HomeModel

/// The history: readings and state changes, each stored once per series and time.
package actor ReadingStore {
    let pool: SQLitePool
    private var keys: [SeriesID: Int64] = [:]

    /// The latest deliveries that are on disk, oldest first: at least as many as a link may leave unanswered.
    package private(set) var deliveries: [Delivery] = []
    package static let rememberedDeliveries = 4096

    init(pool: SQLitePool) { self.pool = pool }

    /// Stores all of it durably, or nothing when it throws.
    package func append(_ batch: RecordBatch) async throws(StorageError) {
        _ = try await append(readings: batch.readings, changes: batch.changes)
        deliveries = (deliveries + batch.deliveries).suffix(Self.rememberedDeliveries)
    }

    /// Stores all of it durably, or nothing when it throws. Counts what was new.
    ///
    /// What is already there for a series and time stays. Whoever appends a state change has seen that it is one.
    package func append(
        readings: [ValidReading], changes: [StateChange] = []
    ) async throws(StorageError) -> RecordCounts {
        let batch = try await pool.write { [keys] db in
            var batch = RecordInsertion(known: keys)
            try batch.insert(readings, db)
            try batch.insert(changes, db)
            try batch.counts.addToTally(db)
            return batch
        }
        keys.merge(batch.found) { $1 }
        return batch.counts
    }

    /// The oldest `limit` readings in `from..<to`, in the order of time, none before `notBefore` (the edge of the term).
    package func readings(
        of series: SeriesID, from: Timestamp, to: Timestamp, notBefore: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reading] {
        try await pool.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT time, value FROM reading
                    WHERE series = (SELECT id FROM series WHERE device = ? AND part = ? AND capability = ?)
                        AND time >= ? AND time < ?
                    ORDER BY time LIMIT ?
                    """)
            let rows = try Row.fetchCursor(
                statement, arguments: Self.window(series, max(from, notBefore), to, limit))
            var readings: [Reading] = []
            while let row = try rows.next() { readings.append(try Reading(row: row)) }
            return readings
        }
    }

    /// As `readings(of:from:to:notBefore:limit:)`, for state changes.
    package func stateChanges(
        of series: SeriesID, from: Timestamp, to: Timestamp, notBefore: Timestamp, limit: Int
    ) async throws(StorageError) -> [StateChange] {
        try await pool.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT time, value FROM state_change
                    WHERE series = (SELECT id FROM series WHERE device = ? AND part = ? AND capability = ?)
                        AND time >= ? AND time < ?
                    ORDER BY time LIMIT ?
                    """)
            return try Row.fetchAll(
                statement, arguments: Self.window(series, max(from, notBefore), to, limit)
            ).map { try StateChange(of: series, row: $0) }
        }
    }

    /// The series of a device that were ever written to.
    package func series(of device: DeviceID) async throws(StorageError) -> [SeriesID] {
        try await pool.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM series WHERE device = ? ORDER BY part, capability", arguments: [device.rawValue]
            ).map(SeriesID.init(row:))
        }
    }

    /// How much is stored; takes no longer with more of it.
    package func counts() async throws(StorageError) -> RecordCounts {
        try await pool.read(RecordCounts.tally)
    }

    private static func window(
        _ series: SeriesID, _ from: Timestamp, _ to: Timestamp, _ limit: Int
    ) -> StatementArguments {
        [
            series.device.rawValue, series.part.rawValue, series.capability.description,
            // SQLite takes a negative limit for none.
            from.milliseconds, to.milliseconds, max(limit, 0),
        ]
    }
}
