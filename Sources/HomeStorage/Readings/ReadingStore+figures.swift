import GRDB

/// How many blocks of one sort there are, and the bytes of what they hold.
package struct BlockFigures: Hashable, Sendable {
    package let count: Int
    package let bytes: Int
}

extension ReadingStore {
    /// The blocks by sort. Looks at every row, so not to be asked for often.
    package func blockFigures() async throws(StorageError) -> [String: BlockFigures] {
        try await pool.read { db in
            var figures: [String: BlockFigures] = [:]
            for (sort, table) in [("fresh", "fresh_block"), ("sealed", "block"), ("rollUp", "roll_up_block")] {
                let row = try Row.fetchOne(
                    db, sql: "SELECT COUNT(*) AS count, COALESCE(SUM(LENGTH(data)), 0) AS bytes FROM \(table)")
                guard let row else { continue }
                figures[sort] = BlockFigures(
                    count: try row.decode(Int.self, forColumn: "count"),
                    bytes: try row.decode(Int.self, forColumn: "bytes"))
            }
            return figures
        }
    }

    /// Records that are in the log and in no block yet.
    package var unsealedCount: Int { (table.pending + (sealing?.counts ?? RecordCounts())).total }
}
