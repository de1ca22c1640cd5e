import GRDB
import HomeModel
import StorageFixtures
import Testing

@testable import HomeStore
@testable import SQLiteDatabase

struct PreferencesStoreTests {
    private let chosen = Preferences(
        language: LanguageTag("sv"), theme: .dark, units: .metric, timeFormat: .twentyFourHours, firstDayOfWeek: 2)

    @Test func preferencesAreLoadedAsSavedAndGoWithTheirPerson() async throws {
        try await withDatabase { database in
            let (anna, kim) = (try person("anna"), try person("kim"))
            for person in [anna, kim] { try await database.people.add(person) }
            #expect(try await database.preferences.save(Preferences(), of: anna.id))
            #expect(try await database.preferences.save(chosen, of: anna.id))
            #expect(try await database.preferences.save(Preferences(), of: kim.id))
            #expect(try await database.preferences.load() == [anna.id: chosen, kim.id: Preferences()])
            try await database.people.remove(anna.id, retiring: PersonIDHash(rawValue: "anna"))
            #expect(try await database.preferences.save(chosen, of: anna.id) == false)
            #expect(try await database.preferences.load() == [kim.id: Preferences()])
        }
    }

    /// A later version may have stored a word that this one does not know.
    @Test func unknownValuesFollowTheMachine() async throws {
        try await withDatabase { database in
            let anna = try person("anna")
            try await database.people.add(anna)
            try await database.pool.write { db in
                try db.execute(
                    sql: "INSERT INTO person_preferences VALUES ('anna', 'sv_SE', 'sepia', 'nautical', '36', 9)")
            }
            #expect(try await database.preferences.load() == [anna.id: Preferences()])
        }
    }

    private func person(_ id: String) throws -> Person {
        Person(id: try #require(PersonID(id)), name: try DisplayName("Name of \(id)"), role: .member)
    }
}
