import GRDB
package import HomeModel

extension PeopleStore {
    /// Since when all actuation but safe directions is stopped; nil while it is not.
    package func lockdown() async throws(StorageError) -> Timestamp? {
        try await pool.read { db in
            try Int64.fetchOne(db, sql: "SELECT since FROM lockdown").map(Timestamp.init(milliseconds:))
        }
    }

    package func saveLockdown(since time: Timestamp?) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM lockdown")
            guard let time else { return }
            try db.execute(sql: "INSERT INTO lockdown (since) VALUES (?)", arguments: [time.milliseconds])
        }
    }
}
