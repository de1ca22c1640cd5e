import GRDB
package import HomeModel

extension ReadingStore {
    /// The oldest `limit` readings in `from..<to`, in the order of time, none before `notBefore` (the edge of the term).
    package func readings(
        of series: SeriesID, from: Timestamp, to: Timestamp, notBefore: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reading] {
        let start = max(from, notBefore)
        guard start < to, limit > 0 else { return [] }
        return try await reading(series) { reader in
            try reader.readings(from: start, to: to, limit: limit)
        } ?? []
    }

    /// As `readings(of:from:to:notBefore:limit:)`, for state changes.
    package func stateChanges(
        of series: SeriesID, from: Timestamp, to: Timestamp, notBefore: Timestamp, limit: Int
    ) async throws(StorageError) -> [StateChange] {
        let start = max(from, notBefore)
        guard start < to, limit > 0, let entry = table[series] else { return [] }
        let unsealed = ((sealing?[series]?.changes ?? []) + entry.changes).filter { $0.time >= start && $0.time < to }
        return try await pool.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT time, value FROM state_change WHERE series = ? AND time >= ? AND time < ?
                    ORDER BY time LIMIT ?
                    """)
            let rows = try Row.fetchAll(
                statement, arguments: [entry.key, start.milliseconds, to.milliseconds, limit])
            let stored = try rows.map { row in
                StoredChange(
                    time: Timestamp(milliseconds: try row.decode(forColumn: "time")),
                    value: try row.decode(forColumn: "value"))
            }
            return try SortedMerge.unique(stored + unsealed).prefix(limit).map { try $0.change(of: series) }
        }
    }

    /// The sealed, the fresh and the pending readings of a series; nil when there is no such series.
    private func reading<Value: Sendable>(
        _ series: SeriesID, _ body: @escaping @Sendable (SeriesReader) throws -> Value
    ) async throws(StorageError) -> Value? {
        guard let entry = table[series] else { return nil }
        // Memory before the tables: what is sealed in between is found twice, and counted once.
        let (pending, damages) = (pending(of: entry), damages)
        return try await pool.read { db in try body(SeriesReader(entry.key, pending: pending, db, damages)) }
    }

    func pending(of entry: SeriesTable.Entry) -> [Reading] {
        SortedMerge.of(sealing?[entry.id]?.readings ?? [], entry.readings)
    }
}
