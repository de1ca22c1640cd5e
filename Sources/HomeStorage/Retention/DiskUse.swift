package import HomeModel

/// The disk usage of one sort of records.
package struct DiskUse: Hashable, Sendable {
    package var bytes = 0
    /// The time of the oldest record; nil when there is none.
    package var oldest: Timestamp?

    /// The estimated size of a record that is only in the write-ahead log.
    private static let loggedBytes = 12

    init(bytes: Int = 0, oldest: Timestamp? = nil) {
        self.bytes = bytes
        self.oldest = oldest
    }

    fileprivate mutating func add(_ entry: SeriesTable.Entry) {
        bytes += (entry.readings.count + entry.changes.count) * Self.loggedBytes
        note([entry.readings.first?.time, entry.changes.map(\.time).min()])
    }

    fileprivate mutating func note(_ times: [Timestamp?]) {
        oldest = ([oldest] + times).compactMap(\.self).min()
    }
}

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
