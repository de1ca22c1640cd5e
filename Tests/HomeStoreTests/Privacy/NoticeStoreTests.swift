import HomeModel
import StorageFixtures
import Testing

@testable import HomeStore

struct NoticeStoreTests {
    private func person(_ id: String) throws -> Person {
        Person(id: try #require(PersonID(id)), name: try DisplayName("Name of \(id)"), role: .member)
    }

    @Test func viewsAreLoadedAsSavedAndGoWithTheirPerson() async throws {
        try await withDatabase { database in
            let (anna, kim) = (try person("anna"), try person("kim"))
            for person in [anna, kim] { try await database.people.add(person) }
            let first = NoticeView(version: 1, seenAt: Timestamp(milliseconds: 1000))
            let second = NoticeView(version: 2, seenAt: Timestamp(milliseconds: 2000))
            for view in [second, first] { #expect(try await database.notices.save(view, of: anna.id)) }
            #expect(try await database.notices.save(first, of: kim.id))
            #expect(try await database.notices.load() == [anna.id: [first, second], kim.id: [first]])
            try await database.people.remove(anna.id, retiring: PersonIDHash(rawValue: "anna"))
            #expect(try await database.notices.save(first, of: anna.id) == false)
            #expect(try await database.notices.load() == [kim.id: [first]])
        }
    }

    @Test func firstTimeOfAVersionStays() async throws {
        try await withDatabase { database in
            let anna = try person("anna")
            try await database.people.add(anna)
            for time in [1000, 5000] as [Int64] {
                let view = NoticeView(version: 1, seenAt: Timestamp(milliseconds: time))
                #expect(try await database.notices.save(view, of: anna.id))
            }
            #expect(
                try await database.notices.load()
                    == [anna.id: [NoticeView(version: 1, seenAt: Timestamp(milliseconds: 1000))]])
        }
    }
}
