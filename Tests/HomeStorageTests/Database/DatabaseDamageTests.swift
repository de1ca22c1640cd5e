import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeStorage

struct DatabaseDamageTests {
    enum Damage: CaseIterable {
        case noise, emptied, headerCut, endCut, versionless, schemaOverwritten

        func apply(to bytes: inout Data) {
            switch self {
            case .noise: bytes = Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            case .emptied: bytes = Data()
            case .headerCut: bytes = bytes.prefix(60)
            case .endCut: bytes = bytes.prefix(bytes.count - 4096)
            case .versionless: bytes.replaceSubrange(60..<64, with: [0, 0, 0, 0])
            case .schemaOverwritten: bytes.replaceSubrange(100..<4096, with: Data(repeating: 0xA5, count: 3996))
            }
        }
    }

    @Test(arguments: Damage.allCases) func aDamagedFileIsNamedAndLeftAsItIs(damage: Damage) async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            try HomeDatabase.open(path: path).close()
            var bytes = try Data(contentsOf: URL(filePath: path))
            damage.apply(to: &bytes)
            try bytes.write(to: URL(filePath: path))
            guard case .damaged = refusal(opening: path) else {
                Issue.record("\(String(describing: refusal(opening: path)))")
                return
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        }
    }

    @Test func aLogWithoutItsDatabaseIsNotStartedOver() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            try Data("what was committed".utf8).write(to: URL(filePath: path + "-wal"))
            guard case .damaged = refusal(opening: path) else {
                Issue.record("\(String(describing: refusal(opening: path)))")
                return
            }
            #expect(try contents(of: folder).keys.sorted() == ["home.sqlite-wal"])
        }
    }

    /// SQLite would take it for an empty one.
    @Test(arguments: [0, 2, 20, 30])
    func aDamagedWriteAheadLogIsPutAside(place: Int) async throws {
        try await withFolder { folder in
            let database = try HomeDatabase.open(path: folder + "/home.sqlite")
            defer { database.close() }
            let meter = try series("meter", .power)
            try await database.readings.append(readings: [valid(meter, at: noon - .seconds(2), 1)])
            // From here on the database knows the series, and the log does not name it again.
            try await database.readings.seal()
            try await database.readings.append(readings: [valid(meter, at: noon, 1)])
            let dead = folder + "/dead.sqlite"
            try copy(database, to: dead)
            let log = URL(filePath: dead + "-wal")
            var bytes = try Data(contentsOf: log)
            bytes[place] ^= 4
            try bytes.write(to: log)

            let again = try HomeDatabase.open(path: dead)
            #expect(again.openingNotes.contains { $0.contains("dead.sqlite-wal.damaged") })
            #expect(try Data(contentsOf: URL(filePath: dead + "-wal.damaged")) == bytes)
            // The series was in that log: what the log of readings holds of it must not become another's.
            #expect(again.openingNotes.contains("1 new readings are of series that the database has lost."))
            let other = try series("other", .power)
            try await again.readings.append(readings: [valid(other, at: noon - .seconds(1), 2)])
            again.close()
            let later = try HomeDatabase.open(path: dead)
            defer { later.close() }
            #expect(try await later.readings.all(other).map(\.value) == [2])
        }
    }

    @Test func aSoundWriteAheadLogIsNotTouched() async throws {
        try await withDatabase { database in
            try await database.readings.append(readings: [valid(series("meter", .power), at: noon, 1)])
            let dead = database.path + "-dead"
            try copy(database, to: dead)
            let again = try HomeDatabase.open(path: dead)
            defer { again.close() }
            #expect(again.openingNotes.isEmpty)
            #expect(try await again.readings.all(series("meter", .power)).count == 1)
        }
    }

    @Test func theCheckKnowsOfWhichSeriesAndTimeADamagedBlockIs() async throws {
        try await withDatabase { database in
            let meter = try series("meter", .power)
            try await database.readings.append(
                readings: [valid(meter, at: noon - .seconds(9), 1), valid(meter, at: noon, 2)])
            try await database.readings.sealAll()
            #expect(await database.check() == [])
            #expect(await database.readings.damagedStretches.isEmpty)
            try await database.pool.write { try $0.execute(sql: "UPDATE block SET data = zeroblob(50)") }
            _ = await database.check()
            #expect(
                await database.readings.damagedStretches
                    == [DamagedStretch(series: meter, first: noon - .seconds(9), last: noon)])
        }
    }

    @Test func anUnfinishedCreationIsStartedOver() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            try Data("half".utf8).write(to: URL(filePath: path + ".new"))
            let database = try HomeDatabase.open(path: path)
            defer { database.close() }
            #expect(await database.check() == [])
        }
    }

    @Test func somebodyElsesDatabaseIsNotOurs() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            try makeFile(path, sql: "CREATE TABLE room (id); PRAGMA user_version = 1;")
            let before = try contents(of: folder)
            #expect(throws: StorageError.cannotOpen(reason: "\(path) is a database, but not one of a home.")) {
                try HomeDatabase.open(path: path)
            }
            #expect(try contents(of: folder) == before)
        }
    }

    @Test func aRowThatCannotBeReadIsNamedWithoutItsContent() async throws {
        try await withDatabase { database in
            try await database.people.add(
                Person(id: try #require(PersonID("ada")), name: DisplayName("Ada"), role: .owner))
            try await database.pool.write { try $0.execute(sql: "UPDATE person SET role = 'emperor'") }
            await #expect(throws: StorageError.damaged(what: "a stored “role” is not one")) {
                try await database.people.load()
            }
            try await database.registry.save(device("lamp"))
            try await database.pool.write { try $0.execute(sql: "UPDATE device SET description = '{'") }
            await #expect(throws: StorageError.damaged(what: "a stored row has an unexpected form")) {
                try await database.registry.load()
            }
        }
    }
}
