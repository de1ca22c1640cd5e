import GRDB

/// How many blocks of one sort there are, and the bytes of what they hold.
package struct BlockFigures: Hashable, Sendable {
    package let count: Int
    package let bytes: Int

    /// The sorts, as metrics call them, and their tables.
    static let tables = [
        ("fresh", "fresh_block"), ("sealed", "block"), ("rollUp", "roll_up_block"), ("day", "day_block"),
    ]

    /// Counts, once, what an earlier version left; triggers count from then on. An interrupted count begins again. Blocks
    /// of which a page cannot be read count nothing.
    static func begin(in pool: SQLitePool) throws(StorageError) {
        try StorageError.translating {
            guard try pool.connections.read(isUncounted) else { return }
            let keys = try pool.connections.read { try Int64.fetchAll($0, sql: "SELECT id FROM series ORDER BY id") }
            var figures: [String: BlockFigures] = [:]
            for (sort, table) in tables {
                let perSeries = try keys.map { try counted(table, of: $0, in: pool) }
                figures[sort] = BlockFigures(
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

    /// Reads one row for each sort, however many blocks there are.
    static func all(_ db: Database) throws -> [String: BlockFigures] {
        var figures: [String: BlockFigures] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT sort, blocks, bytes FROM block_figure") {
            figures[try row.decode(forColumn: "sort")] = BlockFigures(
                count: try row.decode(forColumn: "blocks"), bytes: try row.decode(forColumn: "bytes"))
        }
        return figures
    }

    private static func isUncounted(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM block_figure)") ?? false
    }

    /// In a transaction of its own, for one that met a damaged page is good for nothing more.
    private static func counted(_ table: String, of key: Int64, in pool: SQLitePool) throws -> BlockFigures {
        do {
            return try pool.connections.read { db in
                let sql = "SELECT count(*) AS blocks, total(length(data)) AS bytes FROM \(table) WHERE series = ?"
                let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key])
                return BlockFigures(
                    count: try row?.decode(Int.self, forColumn: "blocks") ?? 0,
                    bytes: Int(try row?.decode(Double.self, forColumn: "bytes") ?? 0))
            }
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_IOERR].contains(error.resultCode) {
            return BlockFigures(count: 0, bytes: 0)
        }
    }
}

extension ReadingStore {
    /// The blocks by sort; takes no longer with more of them.
    package func blockFigures() async throws(StorageError) -> [String: BlockFigures] {
        try await pool.read(BlockFigures.all)
    }

    /// Records that are in the log and in no block yet.
    package var unsealedCount: Int { (table.pending + (sealing?.counts ?? RecordCounts())).total }
}
