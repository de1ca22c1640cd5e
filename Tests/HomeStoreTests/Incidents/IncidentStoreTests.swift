import Crypto
import Foundation
import GRDB
import HomeModel
import SQLiteDatabase
import StorageFixtures
import Testing

@testable import HomeStore

struct IncidentStoreTests {
    private let now = Timestamp(milliseconds: 1_767_182_400_000)
    private let key = SymmetricKey(size: .bits256)

    private func incident(_ text: String, about person: String = "kim", opened seconds: Int = 0) throws -> Incident {
        let note = IncidentNote(time: now, author: person, text: try #require(IncidentText(text)))
        return Incident(
            id: .random(), rule: .manyRefusals, title: nil, subject: IncidentSubject(person: person),
            openedAt: now + .seconds(seconds), openedBy: "gateway", notes: [note])
    }

    private func person(_ id: String) throws -> Person {
        Person(id: try #require(PersonID(id)), name: try DisplayName("Name of \(id)"), role: .admin)
    }

    @Test func incidentsAreLoadedAsSavedInTheOrderOfTime() async throws {
        try await withDatabase { database in
            let store = database.incidents(sealedWith: key)
            let (first, second) = (try incident("first"), try incident("second", opened: 60))
            for incident in [second, first] { try await store.save(incident) }
            let loaded = try await store.load()
            #expect(loaded.incidents == [first, second] && loaded.unreadable == 0)
            try await store.remove([first.id])
            #expect(try await store.load().incidents == [second])
        }
    }

    @Test func contentNeedsTheKeyOfTheHomeAndItsOwnRow() async throws {
        try await withDatabase { database in
            let store = database.incidents(sealedWith: key)
            let (first, second) = (try incident("first"), try incident("second"))
            for incident in [first, second] { try await store.save(incident) }
            let other = database.incidents(sealedWith: SymmetricKey(size: .bits256))
            #expect(try await other.load().unreadable == 2)
            try await store.pool.write { db in
                try db.execute(
                    sql: "UPDATE incident SET content = (SELECT content FROM incident WHERE id = ?) WHERE id = ?",
                    arguments: [first.id.rawValue, second.id.rawValue])
            }
            let loaded = try await store.load()
            #expect(loaded.incidents == [first] && loaded.unreadable == 1)
        }
    }

    @Test func fileContainsNoTextOfAnIncident() async throws {
        try await withDatabase { database in
            let store = database.incidents(sealedWith: key)
            try await store.save(try incident("a secret sentence"))
            database.close()
            let folder = URL(filePath: database.path).deletingLastPathComponent()
            for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            where (try? Data(contentsOf: file)) != nil {
                #expect(try Data(contentsOf: file).range(of: Data("a secret sentence".utf8)) == nil, "\(file.path)")
            }
        }
    }

    @Test func erasureMayBeRepeatedAndLeavesOthersAlone() async throws {
        try await withDatabase { database in
            let store = database.incidents(sealedWith: key)
            let (own, other) = (try incident("mine"), try incident("theirs", about: "mia", opened: 1))
            for incident in [own, other] { try await store.save(incident) }
            let kim = try #require(PersonID("kim"))
            for _ in 0..<2 { try await store.erase(kim, pseudonym: "~0123456789abcdef") }
            let loaded = try await store.load().incidents
            #expect(loaded.map(\.subject.person) == ["~0123456789abcdef", "mia"])
            #expect(loaded.map(\.notes.count) == [0, 1])
        }
    }

    @Test func seenIncidentsGoWithTheirPersonAndIncident() async throws {
        try await withDatabase { database in
            let store = database.incidents(sealedWith: key)
            let (anna, olga) = (try person("anna"), try person("olga"))
            for person in [anna, olga] { try await database.people.add(person) }
            let (first, second) = (try incident("first"), try incident("second"))
            for incident in [first, second] {
                try await store.save(incident)
                for person in [anna.id, olga.id] { try await store.saveSeen(incident.id, by: person, at: now) }
            }
            // A repeated save of an incident keeps who has seen it.
            try await store.save(first)
            try await database.people.remove(anna.id, retiring: PersonIDHash(rawValue: "anna"))
            try await store.remove([second.id])
            #expect(try await store.loadSeen() == [first.id: [olga.id]])
        }
    }

    @Test func digestsOfWatchedFilesAreReplaced() async throws {
        try await withDatabase { database in
            let store = database.incidents(sealedWith: key)
            try await store.save(watchedFiles: ["tomte.yaml": "a", "other": "b"])
            try await store.save(watchedFiles: ["tomte.yaml": "c"])
            #expect(try await store.watchedFiles() == ["tomte.yaml": "c"])
        }
    }
}
