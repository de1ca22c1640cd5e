package import HomeModel

/// What records of one sort cost on disk now.
package struct DiskUse: Hashable, Sendable {
    package var bytes = 0
    /// The time of the oldest of them; nil when there is none.
    package var oldest: Timestamp?

    /// What a record that is in the log and in no block yet takes there.
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
    /// What each kind of record costs; takes no longer with more of them.
    package func diskUse() async throws(StorageError) -> [RecordKind: DiskUse] {
        // Memory before the tables: what is sealed in between is counted twice, and not left out.
        let unsealed = await readings.unsealed
        return try await pool.read { db in
            var use: [RecordKind: DiskUse] = [:]
            for kind in RecordKind.allCases { use[kind] = try StoredBytes.use(of: kind, db) }
            for entry in unsealed { use[entry.kind]?.add(entry) }
            return use
        }
    }
}

extension ReadingStore {
    fileprivate var unsealed: [SeriesTable.Entry] {
        table.entries.filter { !$0.readings.isEmpty || !$0.changes.isEmpty } + (sealing?.entries ?? [])
    }
}
