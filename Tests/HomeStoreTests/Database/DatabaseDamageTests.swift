import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeStore
@testable import SQLiteDatabase
import StorageFixtures
@testable import TimeSeriesStore

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

    @Test(arguments: Damage.allCases) func damagedFileIsReportedAndLeftUnchanged(damage: Damage) async throws {
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

    @Test func logWithoutItsDatabaseIsRefused() async throws {
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

    /// SQLite would treat a damaged log as an empty one.
    @Test(arguments: [0, 2, 20, 30])
    func damagedWriteAheadLogIsMovedAside(position: Int) async throws {
        try await withFolder { folder in
            let database = try HomeDatabase.open(path: folder + "/home.sqlite")
            defer { database.close() }
            let meter = try series("meter", kind: .power)
            try await database.readings.append(readings: [valid(meter, at: noon - .seconds(2), value: 1)])
            // From here on the database knows the series, and the log does not name it again.
            try await database.readings.flush()
            try await database.readings.append(readings: [valid(meter, at: noon, value: 1)])
            let crashed = folder + "/dead.sqlite"
            try copy(database, to: crashed)
            let log = URL(filePath: crashed + "-wal")
            var bytes = try Data(contentsOf: log)
            bytes[position] ^= 4
            try bytes.write(to: log)

            let again = try HomeDatabase.open(path: crashed)
            #expect(again.openingNotes.contains { $0.contains("dead.sqlite-wal.damaged") })
            #expect(try Data(contentsOf: URL(filePath: crashed + "-wal.damaged")) == bytes)
            // The series was in that log. The write-ahead log of readings still holds records of it, which must not be
            // assigned to another series.
            #expect(again.openingNotes.contains("New records of series that are missing from the database: 1."))
            let other = try series("other", kind: .power)
            try await again.readings.append(readings: [valid(other, at: noon - .seconds(1), value: 2)])
            again.close()
            let later = try HomeDatabase.open(path: crashed)
            defer { later.close() }
            #expect(try await later.readings.all(other).map(\.value) == [2])
        }
    }

    @Test func intactWriteAheadLogIsKept() async throws {
        try await withDatabase { database in
            try await database.readings.append(readings: [valid(series("meter", kind: .power), at: noon, value: 1)])
            let crashed = database.path + "-dead"
            try copy(database, to: crashed)
            let again = try HomeDatabase.open(path: crashed)
            defer { again.close() }
            #expect(again.openingNotes.isEmpty)
            #expect(try await again.readings.all(series("meter", kind: .power)).count == 1)
        }
    }

    @Test func checkNamesTheSeriesAndTimeOfADamagedBlock() async throws {
        try await withDatabase { database in
            let meter = try series("meter", kind: .power)
            try await database.readings.append(
                readings: [valid(meter, at: noon - .seconds(9), value: 1), valid(meter, at: noon, value: 2)])
            try await database.readings.flushAndCompactAll()
            #expect(await database.check() == [])
            #expect(await database.readings.damagedRanges.isEmpty)
            try await database.pool.write { try $0.execute(sql: "UPDATE block SET data = zeroblob(50)") }
            _ = await database.check()
            #expect(
                await database.readings.damagedRanges
                    == [DamagedRange(series: meter, first: noon - .seconds(9), last: noon)])
        }
    }

    @Test func unfinishedCreationIsRestarted() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            try Data("half".utf8).write(to: URL(filePath: path + ".new"))
            let database = try HomeDatabase.open(path: path)
            defer { database.close() }
            #expect(await database.check() == [])
        }
    }

    @Test func databaseOfAnotherProgramIsRefused() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            try makeFile(path, sql: "CREATE TABLE room (id); PRAGMA user_version = 1;")
            let before = try contents(of: folder)
            #expect(throws: StorageError.cannotOpen(reason: "\(path) is a database, but not the database of a home.")) {
                try HomeDatabase.open(path: path)
            }
            #expect(try contents(of: folder) == before)
        }
    }

    @Test func unreadableRowIsReportedWithoutItsContent() async throws {
        try await withDatabase { database in
            try await database.people.add(
                Person(id: try #require(PersonID("ada")), name: DisplayName("Ada"), role: .owner))
            try await database.pool.write { try $0.execute(sql: "UPDATE person SET role = 'emperor'") }
            await #expect(throws: StorageError.damaged(what: "a stored value of “role” is not valid")) {
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
