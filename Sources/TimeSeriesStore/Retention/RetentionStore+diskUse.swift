import SQLiteDatabase
package import SegmentedLog
package import HomeModel

extension RetentionStore {
    /// Returns the disk usage of each kind of record; the cost does not depend on the number of records.
    package func diskUse() async throws(StorageError) -> [RecordKind: DiskUse] {
        // The memtable is read before the tables: records that are flushed in between are counted twice, and none is
        // left out.
        let unflushed = await readings.unflushed
        return try await pool.read { db in
            var use: [RecordKind: DiskUse] = [:]
            for kind in RecordKind.allCases { use[kind] = try StoredBytes.use(of: kind, db) }
            for entry in unflushed { use[entry.kind]?.add(entry) }
            return use
        }
    }
}

extension ReadingStore {
    fileprivate var unflushed: [SeriesTable.Entry] {
        table.entries.filter { !$0.readings.isEmpty || !$0.changes.isEmpty } + (flushing?.entries ?? [])
    }
}

extension DiskUse {
    /// The estimated size of a record that is only in the write-ahead log.
    private static let loggedBytes = 12

    fileprivate mutating func add(_ entry: SeriesTable.Entry) {
        bytes += (entry.readings.count + entry.changes.count) * Self.loggedBytes
        oldest = [oldest, entry.readings.first?.time, entry.changes.map(\.time).min()].compactMap(\.self).min()
    }
}
