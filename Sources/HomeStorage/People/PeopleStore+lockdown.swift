import GRDB
package import HomeModel

extension PeopleStore {
    /// The time since which all actuation except in safe directions is stopped; nil when there is no lockdown.
    package func lockdown() async throws(StorageError) -> Timestamp? {
        try await pool.read { db in
            try Int64.fetchOne(db, sql: "SELECT since FROM lockdown").map(Timestamp.init(milliseconds:))
        }
    }

    /// Stores the start of a lockdown; nil ends it.
    package func saveLockdown(since time: Timestamp?) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM lockdown")
            guard let time else { return }
            try db.execute(sql: "INSERT INTO lockdown (since) VALUES (?)", arguments: [time.milliseconds])
        }
    }
}
