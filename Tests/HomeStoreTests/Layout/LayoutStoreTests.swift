import GRDB
import HomeModel
import StorageFixtures
import Testing

@testable import HomeStore
@testable import SQLiteDatabase

struct LayoutStoreTests {
    private let layout = HomeLayout(
        rooms: [RoomID("hall"), RoomID("attic")], tiles: [TileID(device: DeviceID("lamp"), part: .main)],
        favourites: [TileID(device: DeviceID("door"), part: PartID("lock"))],
        hidden: [TileID(device: DeviceID("router"), part: .main)])

    @Test func layoutsAreLoadedAsSaved() async throws {
        try await withFolder { folder in
            let (anna, kim) = (try person("anna"), try person("kim"))
            let first = try HomeDatabase.open(path: folder + "/home.sqlite")
            for person in [anna, kim] { try await first.people.add(person) }
            #expect(try await first.layouts.save(HomeLayout(), of: anna.id))
            #expect(try await first.layouts.save(layout, of: anna.id))
            #expect(try await first.layouts.save(HomeLayout(), of: kim.id))
            try await first.layouts.save(standard: HomeLayout(rooms: [RoomID("hall")]))
            try await first.layouts.save(standard: layout)
            first.close()

            let second = try HomeDatabase.open(path: folder + "/home.sqlite")
            defer { second.close() }
            let loaded = try await second.layouts.load()
            #expect(loaded.own == [anna.id: layout, kim.id: HomeLayout()])
            #expect(loaded.standard == layout)
        }
    }

    @Test func removedLayoutsAreAbsent() async throws {
        try await withDatabase { database in
            let anna = try person("anna")
            try await database.people.add(anna)
            #expect(try await database.layouts.save(layout, of: anna.id))
            try await database.layouts.save(standard: layout)
            #expect(try await database.layouts.save(nil, of: anna.id))
            try await database.layouts.save(standard: nil)
            let loaded = try await database.layouts.load()
            #expect(loaded.own.isEmpty && loaded.standard == nil)
        }
    }

    @Test func layoutGoesWithItsPersonAndDoesNotReturn() async throws {
        try await withDatabase { database in
            let anna = try person("anna")
            try await database.people.add(anna)
            #expect(try await database.layouts.save(layout, of: anna.id))
            try await database.people.remove(anna.id, retiring: PersonIDHash(rawValue: "anna"))
            #expect(try await database.layouts.load().own.isEmpty)
            #expect(try await database.layouts.save(layout, of: anna.id) == false)
            #expect(try await database.layouts.load().own.isEmpty)
        }
    }

    /// A layout is worth less than a start of the gateway.
    @Test(arguments: ["", "[]", #"{"rooms":["A B"]}"#, #"{"rooms":[],"tiles":["x"],"favourites":[],"hidden":[]}"#])
    func layoutThatCannotBeDecodedIsAbsent(text: String) async throws {
        try await withDatabase { database in
            let anna = try person("anna")
            try await database.people.add(anna)
            try await database.pool.write { db in
                try db.execute(sql: "INSERT INTO person_layout VALUES ('anna', ?)", arguments: [text])
                try db.execute(sql: "INSERT INTO default_layout VALUES (?)", arguments: [text])
            }
            let loaded = try await database.layouts.load()
            #expect(loaded.own.isEmpty && loaded.standard == nil)
            #expect(try await database.layouts.save(layout, of: anna.id))
            #expect(try await database.layouts.load().own == [anna.id: layout])
        }
    }

    private func person(_ id: String) throws -> Person {
        Person(id: try #require(PersonID(id)), name: try DisplayName("Name of \(id)"), role: .member)
    }
}
