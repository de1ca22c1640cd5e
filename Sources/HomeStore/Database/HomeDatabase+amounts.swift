import GRDB
package import HomeModel
import SQLiteDatabase
import SegmentedLog
import TimeSeriesStore

extension HomeDatabase {
    /// The rows of one table that a measurement reads at most, so that its cost does not grow with the home.
    static let mostMeasuredRows = 20_000

    /// Measures the rows and the bytes of columns. The bytes are those of the values, without the overhead of rows,
    /// indexes and pages.
    ///
    /// The history of devices is not read: its amounts are kept beside it. Each table is read in a transaction of its own,
    /// on a connection for reading, so that the writer never waits and the write-ahead log can be checkpointed in
    /// between. `names` and `table` must be constants of the program, never text from outside.
    package func amount(of columns: StoredColumns) async throws(StorageError) -> StoredDataAmount {
        try await amount(of: columns, atMost: Self.mostMeasuredRows)
    }

    func amount(of columns: StoredColumns, atMost limit: Int) async throws(StorageError) -> StoredDataAmount {
        let lengths = columns.names.map { #"coalesce(length(CAST("\#($0)" AS BLOB)), 0)"# }.joined(separator: " + ")
        let sql = """
            SELECT count(*) AS "rows", cast(total(bytes) AS INTEGER) AS bytes
            FROM (SELECT \(lengths) AS bytes FROM "\(columns.table)" LIMIT ?)
            """
        return try await pool.read { db in
            guard let row = try Row.fetchOne(db, sql: sql, arguments: [limit + 1]) else { return StoredDataAmount() }
            let rows = try row.decode(Int.self, forColumn: "rows")
            return StoredDataAmount(
                rows: min(rows, limit), bytes: try row.decode(forColumn: "bytes"), isAtLeast: rows > limit)
        }
    }

    /// The records and the bytes of the history of each kind of record. The cost does not depend on their number.
    package func historyAmounts() async throws(StorageError) -> [RecordKind: StoredDataAmount] {
        let counts = try await readings.counts()
        let use = try await retention.diskUse()
        let rows: [RecordKind: Int] = [
            .energy: counts.energyReadings,
            // Changes of states are counted together; nearly all of them are of the environment.
            .environment: counts.environmentReadings + counts.stateChanges,
        ]
        return rows.reduce(into: [:]) { amounts, entry in
            amounts[entry.key] = StoredDataAmount(rows: entry.value, bytes: use[entry.key]?.bytes ?? 0)
        }
    }
}
