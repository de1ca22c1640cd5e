import GRDB
package import HomeModel
import SQLiteDatabase

/// Stores the preferences of people.
package struct PreferencesStore: Sendable {
    let pool: SQLitePool

    /// Loads all of them. A value that the program does not know counts as absent, because a home must start without
    /// it.
    package func load() async throws(StorageError) -> [PersonID: Preferences] {
        try await pool.read { db in
            var preferences: [PersonID: Preferences] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT * FROM person_preferences") {
                preferences[try row.value("person")] = try Preferences(row: row)
            }
            return preferences
        }
    }

    /// Stores the preferences of a person. Returns false, and stores nothing, when the person does not exist, so that a
    /// removed person stays removed.
    package func save(_ preferences: Preferences, of person: PersonID) async throws(StorageError) -> Bool {
        try await pool.write { db in
            try db.execute(
                sql: """
                    INSERT INTO person_preferences (person, language, theme, units, time_format, first_day)
                    SELECT id, ?, ?, ?, ?, ? FROM person WHERE id = ?
                    ON CONFLICT (person) DO UPDATE SET language = excluded.language, theme = excluded.theme,
                        units = excluded.units, time_format = excluded.time_format, first_day = excluded.first_day
                    """,
                arguments: [
                    preferences.language?.description, preferences.theme.rawValue, preferences.units.rawValue,
                    preferences.timeFormat.rawValue, preferences.firstDayOfWeek, person.rawValue,
                ])
            return db.changesCount > 0
        }
    }
}

extension Preferences {
    fileprivate init(row: Row) throws {
        let day = try row.decode(Int?.self, forColumn: "first_day")
        self.init(
            language: try row.decode(String?.self, forColumn: "language").flatMap { LanguageTag($0) },
            theme: Theme(rawValue: try row.decode(forColumn: "theme")) ?? .system,
            units: Units(rawValue: try row.decode(forColumn: "units")) ?? .system,
            timeFormat: TimeFormat(rawValue: try row.decode(forColumn: "time_format")) ?? .system,
            firstDayOfWeek: day.flatMap { Self.weekdays.contains($0) ? $0 : nil })
    }
}
