import GRDB

/// Indexes that hold all that a search for blocks asks, so that it reads no page of the blocks themselves.
enum BlockIndexes {
    private static let tables = ["block", "roll_up_block", "fresh_block"]

    /// Makes them in place of those of earlier versions. A table of which a page cannot be read keeps the one it has.
    static func complete(in pool: SQLitePool) throws(StorageError) {
        try StorageError.translating {
            for table in tables where try pool.connections.read({ try isMissing(table, $0) }) {
                do {
                    try pool.connections.write { db in
                        try db.execute(sql: "CREATE INDEX \(name(of: table)) ON \(table) (series, first, last, count)")
                        try db.execute(sql: "DROP INDEX IF EXISTS \(table)_of_series")
                    }
                } catch let error as DatabaseError
                    where [.SQLITE_CORRUPT, .SQLITE_IOERR, .SQLITE_FULL].contains(error.resultCode)
                {
                    // Questions take a little longer; what is damaged is reported where it is met.
                }
            }
        }
    }

    private static func isMissing(_ table: String, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?)",
            arguments: [name(of: table)]) ?? false
    }

    private static func name(of table: String) -> String { "\(table)_by_time" }
}
