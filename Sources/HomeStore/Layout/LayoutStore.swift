import GRDB
package import HomeModel
import SQLiteDatabase

/// Stores the layouts of the home screen: one for each person who has an own one, and the default of the home.
package struct LayoutStore: Sendable {
    let pool: SQLitePool

    /// Loads all of it. A layout that cannot be decoded counts as absent, because a home must start without it.
    package func load() async throws(StorageError) -> (own: [PersonID: HomeLayout], standard: HomeLayout?) {
        try await pool.read { db in
            var own: [PersonID: HomeLayout] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT person, layout FROM person_layout") {
                own[try row.value("person")] = row.layout
            }
            return (own, try Row.fetchOne(db, sql: "SELECT layout FROM default_layout").flatMap(\.layout))
        }
    }

    /// Stores the layout of a person; nil removes it. Returns false, and stores nothing, when the person does not exist,
    /// so that a removed person stays removed.
    package func save(_ layout: HomeLayout?, of person: PersonID) async throws(StorageError) -> Bool {
        try await pool.write { db in
            guard let layout else {
                try db.execute(sql: "DELETE FROM person_layout WHERE person = ?", arguments: [person.rawValue])
                return true
            }
            try db.execute(
                sql: """
                    INSERT INTO person_layout (person, layout) SELECT id, ? FROM person WHERE id = ?
                    ON CONFLICT (person) DO UPDATE SET layout = excluded.layout
                    """,
                arguments: [try JSONColumn.encode(layout), person.rawValue])
            return db.changesCount > 0
        }
    }

    /// Stores the default of the home; nil removes it.
    package func save(standard layout: HomeLayout?) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(sql: "DELETE FROM default_layout")
            guard let layout else { return }
            try db.execute(
                sql: "INSERT INTO default_layout (layout) VALUES (?)", arguments: [try JSONColumn.encode(layout)])
        }
    }
}

extension Row {
    fileprivate var layout: HomeLayout? { try? json("layout") }
}
