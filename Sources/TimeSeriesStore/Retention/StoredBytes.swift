import SQLiteDatabase
import SegmentedLog
import GRDB
import HomeModel

/// The size of the blocks and state changes of each kind in bytes. Triggers keep it up to date.
enum StoredBytes {
    private static let sizes = [
        "SELECT total(48 + length(data)) FROM fresh_block WHERE series = ?",
        "SELECT total(48 + length(data)) FROM block WHERE series = ?",
        "SELECT total(48 + length(data)) FROM roll_up_block WHERE series = ?",
        "SELECT total(48 + length(data)) FROM day_block WHERE series = ?",
        "SELECT total(24 + length(value)) FROM state_change WHERE series = ?",
    ]

    static let oldestQuery = """
        SELECT min((SELECT min(first) FROM fresh_block WHERE fresh_block.series = series.id)),
            min((SELECT min(first) FROM block WHERE block.series = series.id)),
            min((SELECT min(first) FROM roll_up_block WHERE roll_up_block.series = series.id)),
            min((SELECT min(time) FROM state_change WHERE state_change.series = series.id))
        FROM series WHERE kind = ?
        """

    /// The row with the last series that is counted, while the records of an earlier version are being counted.
    private static let mark = "counted"

    /// Counts once the records of an earlier version, some series at a time; after an interruption it continues. Data
    /// that cannot be read is not counted.
    static func countExisting(in pool: SQLitePool, atOnce: Int = 200) throws(StorageError) {
        try StorageError.translating {
            if try pool.connections.read(isUntouched) { try pool.connections.write(start) }
            while let counted = try pool.connections.read(counted) {
                let batch = try pool.connections.read { try series(behind: counted, atMost: atOnce, $0) }
                let totals = try batch.map { (kind: $0.kind, total: try size(of: $0.key, in: pool)) }
                try pool.connections.write { try add(totals, upTo: batch.last?.key, in: $0) }
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

    private static func isUntouched(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM stored_bytes)") ?? false
    }

    private static func start(_ db: Database) throws {
        for row in RecordKind.allCases.map(\.rawValue) + [mark] {
            try db.execute(sql: "INSERT INTO stored_bytes (kind, total) VALUES (?, 0)", arguments: [row])
        }
    }

    /// Returns the last series that is counted; nil when all are.
    private static func counted(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT total FROM stored_bytes WHERE kind = ?", arguments: [mark])
    }

    private static func series(
        behind key: Int64, atMost limit: Int, _ db: Database
    ) throws -> [(key: Int64, kind: RecordKind)] {
        try Row.fetchAll(
            db, sql: "SELECT id, kind FROM series WHERE id > ? ORDER BY id LIMIT ?", arguments: [key, limit]
        ).map { (try $0.decode(forColumn: "id"), try $0.word("kind")) }
    }

    private static func add(_ totals: [(kind: RecordKind, total: Int)], upTo key: Int64?, in db: Database) throws {
        for (kind, total) in totals {
            try db.execute(
                sql: "UPDATE stored_bytes SET total = total + ? WHERE kind = ?", arguments: [total, kind.rawValue])
        }
        if let key {
            try db.execute(sql: "UPDATE stored_bytes SET total = ? WHERE kind = ?", arguments: [key, mark])
        } else {
            try db.execute(sql: "DELETE FROM stored_bytes WHERE kind = ?", arguments: [mark])
        }
    }

    private static func size(of series: Int64, in pool: SQLitePool) throws -> Int {
        try sizes.reduce(0) { $0 + (try size($1, of: series, in: pool)) }
    }

    /// Runs in its own transaction, because a transaction that met a damaged page cannot be used any more.
    private static func size(_ sql: String, of key: Int64, in pool: SQLitePool) throws -> Int {
        do {
            return try pool.connections.read { try Int.fetchOne($0.cachedStatement(sql: sql), arguments: [key]) ?? 0 }
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_IOERR].contains(error.resultCode) {
            return 0
        }
    }
}
