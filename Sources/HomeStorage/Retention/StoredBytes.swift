import GRDB
import HomeModel

/// How many bytes the blocks and state changes of each kind are. Triggers count what comes and goes.
enum StoredBytes {
    private static let sizes = [
        "SELECT total(48 + length(data)) FROM fresh_block WHERE series = ?",
        "SELECT total(48 + length(data)) FROM block WHERE series = ?",
        "SELECT total(48 + length(data)) FROM roll_up_block WHERE series = ?",
        "SELECT total(24 + length(value)) FROM state_change WHERE series = ?",
    ]

    static let oldestQuery = """
        SELECT min((SELECT min(first) FROM fresh_block WHERE fresh_block.series = series.id)),
            min((SELECT min(first) FROM block WHERE block.series = series.id)),
            min((SELECT min(first) FROM roll_up_block WHERE roll_up_block.series = series.id)),
            min((SELECT min(time) FROM state_change WHERE state_change.series = series.id))
        FROM series WHERE kind = ?
        """

    /// Counts, once, what an earlier version left. What is on damaged pages counts nothing.
    static func begin(in pool: SQLitePool) throws(StorageError) {
        try StorageError.translating {
            let isBegun = try pool.connections.read { db in
                try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM stored_bytes)")
            }
            guard isBegun == false else { return }
            let totals = try count(in: pool)
            try pool.connections.write { db in
                for (kind, total) in totals {
                    try db.execute(
                        sql: "INSERT INTO stored_bytes (kind, total) VALUES (?, ?)", arguments: [kind.rawValue, total])
                }
            }
        }
    }

    static func use(of kind: RecordKind, _ db: Database) throws -> DiskUse {
        let bytes = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT total FROM stored_bytes WHERE kind = ?"), arguments: [kind.rawValue])
        let row = try Row.fetchOne(db.cachedStatement(sql: oldestQuery), arguments: [kind.rawValue])
        let times = try (row.map { row in try (0..<row.count).map { try row.decode(Int64?.self, atIndex: $0) } }) ?? []
        return DiskUse(
            bytes: max(bytes ?? 0, 0), oldest: times.compactMap(\.self).min().map(Timestamp.init(milliseconds:)))
    }

    private static func count(in pool: SQLitePool) throws -> [RecordKind: Int] {
        var totals = Dictionary(uniqueKeysWithValues: RecordKind.allCases.map { ($0, 0) })
        for entry in try pool.connections.read(SeriesTable.init).entries {
            for sql in sizes { totals[entry.kind, default: 0] += try size(sql, of: entry.key, in: pool) }
        }
        return totals
    }

    /// In a transaction of its own, for one that met a damaged page is good for nothing more.
    private static func size(_ sql: String, of key: Int64, in pool: SQLitePool) throws -> Int {
        do {
            return try pool.connections.read { try Int.fetchOne($0.cachedStatement(sql: sql), arguments: [key]) ?? 0 }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return 0
        }
    }
}
