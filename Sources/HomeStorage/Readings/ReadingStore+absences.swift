import GRDB
package import HomeModel

extension ReadingStore {
    /// The number of absences to keep; older ones are deleted.
    static let maximumAbsences = 1000
    /// The number of absences that one query returns at most.
    package static let maximumAbsencesPerQuery = 100

    /// Stores a period during which the gateway was away.
    package func add(_ absence: Absence) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO absence (ended, began) VALUES (?, ?)",
                arguments: [absence.to.milliseconds, absence.from.milliseconds])
            try db.execute(
                sql: """
                    DELETE FROM absence WHERE ended <= (SELECT ended FROM absence ORDER BY ended DESC LIMIT 1 OFFSET ?)
                    """, arguments: [Self.maximumAbsences])
        }
    }

    /// Returns the absences that overlap `from..<to`, oldest first; at most the latest `maximumAbsencesPerQuery`.
    package func absences(from: Timestamp, to: Timestamp) async throws(StorageError) -> [Absence] {
        try await pool.read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT began, ended FROM absence WHERE ended >= ? AND began < ? ORDER BY ended DESC LIMIT ?",
                arguments: [from.milliseconds, to.milliseconds, Self.maximumAbsencesPerQuery]
            ).reversed().map { row in
                Absence(
                    from: Timestamp(milliseconds: try row.decode(forColumn: "began")),
                    to: Timestamp(milliseconds: try row.decode(forColumn: "ended")))
            }
        }
    }
}
