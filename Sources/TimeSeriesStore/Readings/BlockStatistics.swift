package import HomeModel
import SQLiteDatabase
import GRDB

/// The number of blocks of one sort, and the size of their data in bytes.
package struct BlockStatistics: Hashable, Sendable {
    package let count: Int
    package let bytes: Int

    /// The sorts, as they are named in metrics, and their tables.
    static let tables = [
        ("fresh", "fresh_block"), ("sealed", "block"), ("rollUp", "roll_up_block"), ("day", "day_block"),
    ]

    /// Counts once the blocks of an earlier version; from then on triggers keep the counts. An interrupted count starts
    /// again. Blocks with a page that cannot be read are not counted.
    static func countExisting(in pool: SQLitePool) throws(StorageError) {
        try StorageError.translating {
            guard try pool.connections.read(isUncounted) else { return }
            let keys = try pool.connections.read { try Int64.fetchAll($0, sql: "SELECT id FROM series ORDER BY id") }
            var figures: [String: BlockStatistics] = [:]
            for (sort, table) in tables {
                let perSeries = try keys.map { try counted(table, of: $0, in: pool) }
                figures[sort] = BlockStatistics(
                    count: perSeries.reduce(0) { $0 + $1.count }, bytes: perSeries.reduce(0) { $0 + $1.bytes })
            }
            try pool.connections.write { [figures] db in
                for (sort, figure) in figures {
                    try db.execute(
                        sql: "INSERT INTO block_figure (sort, blocks, bytes) VALUES (?, ?, ?)",
                        arguments: [sort, figure.count, figure.bytes])
                }
            }
        }
    }

    /// Reads one row for each sort, independent of the number of blocks.
    static func all(_ db: Database) throws -> [String: BlockStatistics] {
        var figures: [String: BlockStatistics] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT sort, blocks, bytes FROM block_figure") {
            figures[try row.decode(forColumn: "sort")] = BlockStatistics(
                count: try row.decode(forColumn: "blocks"), bytes: try row.decode(forColumn: "bytes"))
        }
        return figures
    }

    private static func isUncounted(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM block_figure)") ?? false
    }

    /// Runs in its own transaction, because a transaction that met a damaged page cannot be used any more.
    private static func counted(_ table: String, of key: Int64, in pool: SQLitePool) throws -> BlockStatistics {
        do {
            return try pool.connections.read { db in
                let sql = "SELECT count(*) AS blocks, total(length(data)) AS bytes FROM \(table) WHERE series = ?"
                let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key])
                return BlockStatistics(
                    count: try row?.decode(Int.self, forColumn: "blocks") ?? 0,
                    bytes: Int(try row?.decode(Double.self, forColumn: "bytes") ?? 0))
            }
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_IOERR].contains(error.resultCode) {
            return BlockStatistics(count: 0, bytes: 0)
        }
    }
}

extension ReadingStore {
    /// Returns the statistics by sort; the cost does not depend on the number of blocks.
    package func blockStatistics() async throws(StorageError) -> [String: BlockStatistics] {
        try await pool.read(BlockStatistics.all)
    }

    /// The number of records that are in the write-ahead log and the memtable, but not in the database yet.
    package var unflushedCount: Int { (table.unflushed + (flushing?.counts ?? RecordCounts())).total }
}
