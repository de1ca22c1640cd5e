import SQLiteDatabase
import GRDB
package import HomeModel

extension ReadingStore {
    /// Returns the oldest `limit` readings in `from..<to`, sorted by time, none before `notBefore` (the start of the
    /// retention term).
    package func readings(
        of series: SeriesID, from: Timestamp, to: Timestamp, notBefore: Timestamp, limit: Int
    ) async throws(StorageError) -> [Reading] {
        let start = max(from, notBefore)
        guard start < to, limit > 0 else { return [] }
        return try await reading(series) { reader in
            try reader.readings(from: start, to: to, limit: limit)
        } ?? []
    }

    /// Works like `readings(of:from:to:notBefore:limit:)`, for state changes.
    package func stateChanges(
        of series: SeriesID, from: Timestamp, to: Timestamp, notBefore: Timestamp, limit: Int
    ) async throws(StorageError) -> [StateChange] {
        let start = max(from, notBefore)
        guard start < to, limit > 0, let entry = table[series] else { return [] }
        let unflushed = ((flushing?[series]?.changes ?? []) + entry.changes).filter { $0.time >= start && $0.time < to }
        return try await pool.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT time, value FROM state_change WHERE series = ? AND time >= ? AND time < ?
                    ORDER BY time LIMIT ?
                    """)
            let rows = try Row.fetchAll(
                statement, arguments: [entry.key, start.milliseconds, to.milliseconds, limit])
            return try SortedMerge.unique(rows.map(StoredChange.init(row:)) + unflushed).prefix(limit).map {
                try $0.change(of: series)
            }
        }
    }

    /// Returns the newest `limit` changes of a series in `from..<to`, oldest first.
    package func newestStateChanges(
        of series: SeriesID, from: Timestamp, to: Timestamp, limit: Int
    ) async throws(StorageError) -> [StateChange] {
        guard from < to, limit > 0, let entry = table[series] else { return [] }
        let unflushed = ((flushing?[series]?.changes ?? []) + entry.changes).filter { $0.time >= from && $0.time < to }
        return try await pool.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT time, value FROM state_change WHERE series = ? AND time >= ? AND time < ?
                    ORDER BY time DESC LIMIT ?
                    """)
            let rows = try Row.fetchAll(
                statement, arguments: [entry.key, from.milliseconds, to.milliseconds, limit])
            return try SortedMerge.unique(rows.reversed().map(StoredChange.init(row:)) + unflushed).suffix(limit)
                .map { try $0.change(of: series) }
        }
    }

    /// Runs `body` on a reader of both levels and the memtable; returns nil when the series does not exist.
    private func reading<Value: Sendable>(
        _ series: SeriesID, body: @escaping @Sendable (SeriesReader) throws -> Value
    ) async throws(StorageError) -> Value? {
        guard let entry = table[series] else { return nil }
        // The memtable is read before the tables: readings that are flushed in between are found twice and counted
        // once.
        let (unflushed, damagedBlocks) = (unflushed(of: entry), damagedBlocks)
        return try await pool.read { db in
            try body(SeriesReader(entry.key, unflushed: unflushed, in: db, damagedBlocks: damagedBlocks))
        }
    }

    func unflushed(of entry: SeriesTable.Entry) -> [Reading] {
        SortedMerge.of(flushing?[entry.id]?.readings ?? [], entry.readings)
    }
}

extension StoredChange {
    fileprivate init(row: Row) throws {
        self.init(
            time: Timestamp(milliseconds: try row.decode(forColumn: "time")),
            value: try row.decode(forColumn: "value"))
    }
}
