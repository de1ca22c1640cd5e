import GRDB
package import HomeModel

extension ReadingStore {
    /// Of more absences the oldest are forgotten.
    static let mostAbsences = 1000
    /// One question gets no more than the latest of these.
    package static let mostAbsencesShown = 100

    /// Stores that the gateway was away.
    package func note(_ absence: Absence) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO absence (ended, began) VALUES (?, ?)",
                arguments: [absence.to.milliseconds, absence.from.milliseconds])
            try db.execute(
                sql: """
                    DELETE FROM absence WHERE ended <= (SELECT ended FROM absence ORDER BY ended DESC LIMIT 1 OFFSET ?)
                    """, arguments: [Self.mostAbsences])
        }
    }

    /// The absences that touch `from..<to`, oldest first; of more than `mostAbsencesShown` the latest.
    package func absences(from: Timestamp, to: Timestamp) async throws(StorageError) -> [Absence] {
        try await pool.read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT began, ended FROM absence WHERE ended >= ? AND began < ? ORDER BY ended DESC LIMIT ?",
                arguments: [from.milliseconds, to.milliseconds, Self.mostAbsencesShown]
            ).reversed().map { row in
                Absence(
                    from: Timestamp(milliseconds: try row.decode(forColumn: "began")),
                    to: Timestamp(milliseconds: try row.decode(forColumn: "ended")))
            }
        }
    }
}
