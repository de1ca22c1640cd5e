import Foundation
import GRDB
import HomeModel
import StorageFixtures
import Testing

@testable import HomeStore
@testable import SQLiteDatabase
@testable import SegmentedLog

struct PeopleErasureTests {
    private func person(_ id: String) throws -> Person {
        Person(id: try #require(PersonID(id)), name: try DisplayName(id), role: .admin)
    }

    private func client(_ id: ClientID, of person: PersonID, approver: String) throws -> (Client, Session) {
        let client = Client(
            id: id, person: person, name: DisplayName("Phone" as StaticString),
            key: try #require(KeyThumbprint(String(repeating: String(id.rawValue.prefix(1)), count: 43))), scope: nil,
            pairedAt: noon, approval: ClientApproval(approver: approver, role: .admin))
        let session = Session(
            id: SessionID(slugging: id.rawValue, fallback: SessionID("s")), client: id, access: TokenDigest(bytes: [1]),
            refresh: TokenDigest(bytes: [2]),
            renewedAt: ClockSnapshot(wall: noon, uptime: .zero, boot: UUID(), isKnown: true))
        return (client, session)
    }

    /// People with similar ids are not touched, and the erasure may be repeated.
    @Test func erasureReplacesTheApproverAndDeletesNothingOfOthers() async throws {
        try await withDatabase { database in
            for id in ["anna", "anna-2", "ann", "kim"] { try await database.people.add(person(id)) }
            let approvers = ["anna", "console as anna", "anna-2", "console as anna-2", "console"]
            for (number, approver) in approvers.enumerated() {
                let id = ClientID(slugging: "\(number)-client", fallback: ClientID("c"))
                let (client, session) = try client(id, of: PersonID("kim"), approver: approver)
                try await database.sessions.add(client, session: session)
            }
            let (own, session) = try client(ClientID("own"), of: PersonID("anna"), approver: "console")
            try await database.sessions.add(own, session: session)
            for _ in 0..<2 {
                try await database.people.erase(
                    PersonID("anna"), retiring: PersonIDHash(rawValue: "hash"), pseudonym: "~1")
                let (people, _, retired) = try await database.people.load()
                #expect(people.map(\.id.rawValue).sorted() == ["ann", "anna-2", "kim"])
                #expect(retired == [PersonIDHash(rawValue: "hash")])
                let clients = try await database.sessions.load().clients
                #expect(
                    clients.sorted { $0.id < $1.id }.map(\.approval?.approver)
                        == ["~1", "console as ~1", "anna-2", "console as anna-2", "console"])
            }
        }
    }

    @Test func retiredIDsAreKeptOnlyAsHashes() async throws {
        try await withDatabase { database in
            try await database.pool.write { db in
                try db.execute(sql: "INSERT INTO retired_person (id) VALUES ('anna'), ('kim')")
            }
            try await database.people.hashRetiredIDs { PersonIDHash(rawValue: "hash of \($0)") }
            try await database.people.hashRetiredIDs { PersonIDHash(rawValue: "other hash of \($0)") }
            #expect(try await database.people.isRetired(PersonIDHash(rawValue: "hash of anna")))
            #expect(try await !database.people.isRetired(PersonIDHash(rawValue: "hash of ann")))
            #expect(try await database.people.load().retired.count == 2)
            let clear = try await database.pool.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM retired_person")
            }
            #expect(clear == 0)
            #expect(try await database.registry.isInUse())
        }
    }

    @Test(arguments: [true, false]) func connectionsDeleteSecurelyUnlessATestTurnsItOff(isSecure: Bool) async throws {
        try await withFolder { folder in
            let database = try HomeDatabase(
                path: "\(folder)/home.sqlite", schema: .current, deletesSecurely: isSecure)
            defer { database.close() }
            let setting = try await database.pool.write { db in try Int.fetchOne(db, sql: "PRAGMA secure_delete") }
            #expect(setting == (isSecure ? 1 : 0))
        }
    }

    /// SQLite leaves copies of rows in pages from which it moves them, as it does with these rows, and secure deletion does
    /// not overwrite such copies.
    @Test func noCopyOfAnErasedRowStaysInAPageThatItWasMovedFrom() async throws {
        try await withFolder { folder in
            let path = "\(folder)/home.sqlite"
            let database = try HomeDatabase.open(path: path)
            defer { database.close() }
            try await database.pool.write { db in
                var state: UInt64 = 6
                func random(below limit: UInt64) -> Int {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return Int((state >> 33) % limit)
                }
                for id in ["zquxanna", "kim"] {
                    try db.execute(sql: "INSERT INTO person VALUES (?, ?, 'admin')", arguments: [id, id])
                }
                var ids: [String] = []
                for number in 0..<100 {
                    let isErased = random(below: 5) == 0
                    let digits = String(random(below: 1_000_000))
                    let id = String(repeating: "0", count: 6 - digits.count) + "\(digits)-\(number)"
                    let name = (isErased ? "Zquxphone" : "Phone") + String(repeating: "-", count: random(below: 80))
                    try db.execute(
                        sql: """
                            INSERT INTO client (id, person, name, key, paired_at, is_locked) VALUES (?, ?, ?, ?, 0, 0)
                            """,
                        arguments: [id, isErased ? "zquxanna" : "kim", name, "\(number)"])
                    ids.append(id)
                    let addition = String(repeating: "-", count: random(below: 80))
                    try db.execute(
                        sql: "UPDATE client SET name = name || ? WHERE id = ?",
                        arguments: [addition, ids[random(below: UInt64(ids.count))]])
                }
            }
            let before = try await schema(of: database)
            let others = try await clientsOfKim(in: database)
            try await database.people.erase(
                PersonID("zquxanna"), retiring: PersonIDHash(rawValue: "hash"), pseudonym: "~1")
            try await database.removeOldCopies()
            let bytes = try Data(contentsOf: URL(filePath: path))
            for text in ["zquxanna", "Zquxphone"] { #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text)") }
            #expect(FileSize.bytes(at: path + "-wal") == 0)
            // Everything else is as before.
            #expect(try await schema(of: database) == before)
            #expect(try await clientsOfKim(in: database) == others)
            let problems = try await database.pool.read { db in
                try String.fetchAll(db, sql: "PRAGMA integrity_check")
                    + String.fetchAll(db, sql: "SELECT \"table\" FROM pragma_foreign_key_check")
            }
            #expect(problems == ["ok"])
            // Rows still go with their person.
            try await database.people.remove(PersonID("kim"), retiring: PersonIDHash(rawValue: "other"))
            #expect(try await clientsOfKim(in: database).isEmpty)
        }
    }

    private func schema(of database: HomeDatabase) async throws -> Set<String> {
        try await database.pool.read { db in
            let entries = try String.fetchAll(
                db, sql: "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema")
            return Set(entries)
        }
    }

    private func clientsOfKim(in database: HomeDatabase) async throws -> [String] {
        try await database.pool.read { db in
            try String.fetchAll(
                db, sql: "SELECT id || ' ' || name || ' ' || key FROM client WHERE person = 'kim' ORDER BY id")
        }
    }

    @Test func oldCopiesAreRemovedAndTheWriteAheadLogIsEmpty() async throws {
        try await withFolder { folder in
            let path = "\(folder)/home.sqlite"
            let database = try HomeDatabase.open(path: path)
            defer { database.close() }
            try await database.people.add(person("anna"))
            let left = [".version-3", ".version-16", "-wal.damaged", ".copy", ".copy-journal", ".new", ".new-journal"]
            for ending in left { try Data("anna".utf8).write(to: URL(filePath: path + ending)) }
            #expect(FileSize.bytes(at: path + "-wal") > 0)
            try await database.removeOldCopies()
            #expect(FileSize.bytes(at: path + "-wal") == 0)
            #expect(!left.contains { FileManager.default.fileExists(atPath: path + $0) })
            #expect(try await database.people.load().people.count == 1)
            try await database.removeOldCopies()
        }
    }
}
