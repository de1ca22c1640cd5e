import GRDB
import HomeModel
import StorageFixtures
import Testing
import TimeSeriesStore

@testable import HomeStore
@testable import SQLiteDatabase

struct ConsentStoreTests {
    private func answer(of person: PersonID?) -> ConsentRecord.Answer {
        ConsentRecord.Answer(version: 1, time: noon, person: person, isFromConsole: person == nil)
    }

    @Test func consentsOfANewHomeAreNotGiven() async throws {
        try await withDatabase { database in
            let consents = try await database.consents.load()
            #expect(consents == [.crashReports: ConsentRecord.initial, .presenceHistory: ConsentRecord.initial])
        }
    }

    /// The answer of a removed person stays, without the person.
    @Test func recordsAreLoadedAsSavedAndForgetRemovedPeople() async throws {
        try await withDatabase { database in
            let anna = Person(id: PersonID("anna"), name: try DisplayName("Anna"), role: .owner)
            try await database.people.add(anna)
            let given = ConsentRecord.initial.given(answer(of: anna.id))
            let withdrawn = ConsentRecord(state: .notAsked).withdrawn(answer(of: nil))
            try await database.consents.save(given, of: .crashReports)
            try await database.consents.save(withdrawn, of: .presenceHistory)
            #expect(
                try await database.consents.load() == [.crashReports: given, .presenceHistory: withdrawn])
            try await database.people.remove(anna.id, retiring: PersonIDHash(rawValue: "anna"))
            #expect(try await database.consents.load()[.crashReports] == given.forgetting(anna.id))
            try await database.consents.save(given, of: .crashReports)
            #expect(try await database.consents.load()[.crashReports] == given.forgetting(anna.id))
        }
    }

    /// A later version may have stored a word that this one does not know.
    @Test func unknownStateCountsAsNotGiven() async throws {
        try await withDatabase { database in
            try await database.pool.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO consent (id, state, is_from_console, is_deletion_pending)
                        VALUES ('presenceHistory', 'perhaps', 0, 0), ('somethingElse', 'given', 0, 0)
                        """)
            }
            #expect(try await database.consents.load()[.presenceHistory] == ConsentRecord.initial)
            #expect(try await database.retention.terms().limitsPresence)
        }
    }

    /// Columns: what an earlier version had stored, and whether an owner is asked after the upgrade.
    @Test(
        arguments: [
            ("", false), ("INSERT INTO person VALUES ('olga', 'Olga', 'owner')", true),

            (
                """
                INSERT INTO series (id, device, part, capability, kind)
                VALUES (1, 'a', 'main', 'motion', 'environment')
                """, true
            ),
        ])
    func upgradeAsksOnlyHomesThatWereInUse(_ contents: String, isAsked: Bool) async throws {
        try await withFolder { folder in
            let path = "\(folder)/home.sqlite"
            let earlier = DatabaseSchema(
                migrations: Array(DatabaseSchema.current.migrations.prefix { !$0.contains("CREATE TABLE consent") }))
            _ = try DatabaseFile(path: path, schema: earlier).prepare()
            let connection = try DatabaseQueue(path: path)
            try await connection.write { try $0.execute(sql: contents) }
            try connection.close()
            let database = try HomeDatabase.open(path: path)
            defer { database.close() }
            let record = try await database.consents.load()[.presenceHistory]
            #expect(record?.state == (isAsked ? .notAsked : .notGiven))
            #expect(record?.awaitsAnswer(toVersion: 1) == isAsked)
            #expect(try await database.retention.terms().limitsPresence == !isAsked)
        }
    }
}
