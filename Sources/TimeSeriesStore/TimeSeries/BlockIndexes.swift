import HomeModel
import SQLiteDatabase
import GRDB

/// Covering indexes for the search of blocks, so that a search reads no page of the blocks themselves.
enum BlockIndexes {
    private static let tables = ["block", "roll_up_block", "fresh_block"]

    /// Replaces the indexes of earlier versions. A table with a page that cannot be read keeps its old index.
    static func complete(in pool: SQLitePool) throws(StorageError) {
        try StorageError.translating {
            for table in tables where try pool.connections.read({ try isMissing(table, in: $0) }) {
                do {
                    try pool.connections.write { db in
                        try db.execute(sql: "CREATE INDEX \(name(of: table)) ON \(table) (series, first, last, count)")
                        try db.execute(sql: "DROP INDEX IF EXISTS \(table)_of_series")
                    }
                } catch let error as DatabaseError
                    where [.SQLITE_CORRUPT, .SQLITE_IOERR, .SQLITE_FULL].contains(error.resultCode)
                {
                    // Queries take a little longer without the index; damage is reported when a query meets it.
                }
            }
        }
    }

    private static func isMissing(_ table: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?)",
            arguments: [name(of: table)]) ?? false
    }

    private static func name(of table: String) -> String { "\(table)_by_time" }
}
