import GRDB
package import HomeModel

extension RegistryStore {
    /// Returns the name of the home; nil until people have set one.
    package func homeName() async throws(StorageError) -> DisplayName? {
        try await pool.read { db in
            try Row.fetchOne(db, sql: "SELECT name FROM home_name").map { try $0.name("name") }
        }
    }

    /// Replaces the stored name.
    package func save(homeName name: DisplayName) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM home_name")
            try db.execute(sql: "INSERT INTO home_name (name) VALUES (?)", arguments: [name.text])
        }
    }
}
