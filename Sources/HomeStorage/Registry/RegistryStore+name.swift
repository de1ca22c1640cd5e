import GRDB
package import HomeModel

extension RegistryStore {
    /// What people call the home; nil while nobody said.
    package func homeName() async throws(StorageError) -> DisplayName? {
        try await pool.read { db in
            try Row.fetchOne(db, sql: "SELECT name FROM home_name").map { try $0.name("name") }
        }
    }

    package func save(homeName name: DisplayName) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM home_name")
            try db.execute(sql: "INSERT INTO home_name (name) VALUES (?)", arguments: [name.text])
        }
    }
}
