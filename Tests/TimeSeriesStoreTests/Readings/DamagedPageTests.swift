import SeededRandom
import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeStore
import SQLiteDatabase
import StorageFixtures
@testable import TimeSeriesStore

/// A damaged page of the database loses its own content; all other records stay usable.
struct DamagedPageTests {
    @Test func blockOnADamagedPageIsReportedAndOthersAreRead() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            let meter = try series("meter", kind: .power)
            var database = try HomeDatabase.open(path: path)
            try await database.readings.append(readings: try Self.noise(of: meter, 20_000))
            try await database.readings.flushAndCompactAll()
            database.close()
            try Self.damageOverflow(of: "block", in: path)

            database = try HomeDatabase.open(path: path)
            defer { database.close() }
            // One reading comes after the damaged block; the other is late and belongs into it.
            let late = noon - .seconds(19_000) + .milliseconds(500)
            try await database.readings.append(
                readings: [late, noon].map { try valid(meter, at: $0, value: 1) })
            try await database.readings.flushAndCompactAll()
            #expect(await database.readings.flushOrCompactionError == nil)
            let shown = try await database.readings.all(meter)
            #expect(shown.count == 20_000 - ReadingBlock.maximumReadings + 2)
            #expect(await database.readings.damagedRanges.map(\.series) == [meter])
            let edge = noon - .days(9)
            let hours = try await database.readings.rollUps(
                of: meter, from: edge, to: noon + .days(1), notBefore: edge)
            #expect(hours.reduce(0) { $0 + $1.count } == 20_001)
        }
    }

    /// The intact series comes after the damaged one: it is compacted, and the error is reported.
    @Test func failedCompactionOfASeriesDoesNotStopOtherSeries() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            let (broken, sound) = try (series("broken", kind: .power), series("sound", kind: .power))
            var database = try HomeDatabase.open(path: path)
            // There are so many blocks that their index takes more than one page.
            try await database.readings.append(
                readings: (0..<800).map { try valid(broken, at: noon - .hours(12 * $0), value: 1) })
            try await database.readings.flushAndCompactAll()
            try await database.splitIntoDays(broken)
            try await database.readings.append(readings: [valid(broken, at: noon - .hours(9000), value: 1)])
            try await database.readings.append(readings: [valid(sound, at: noon, value: 1)])
            try await database.readings.flush()
            database.close()
            try Self.damageFirstLeaf(of: "block_by_time", in: path)

            database = try HomeDatabase.open(path: path)
            defer { database.close() }
            try await database.readings.flushAndCompactAll()
            guard case .damaged = await database.readings.flushOrCompactionError else {
                Issue.record("\(String(describing: await database.readings.flushOrCompactionError))")
                return
            }
            let left = try await database.pool.read { try Int64.fetchAll($0, sql: "SELECT series FROM fresh_block") }
            #expect(left == [try #require(await database.readings.table.key(of: broken))])
            #expect(try await database.readings.all(sound).count == 1)
        }
    }

    @Test func damagedLevelZeroBlockIsKeptAndOthersAreCompacted() async throws {
        try await withDatabase { database in
            let power = try series("meter", kind: .power)
            for age in [3, 2, 1] {
                try await database.readings.append(readings: [valid(power, at: noon - .days(age), value: Double(age))])
                try await database.readings.flush()
            }
            try await database.pool.write { db in
                try db.execute(sql: "UPDATE fresh_block SET data = zeroblob(40) WHERE id = 2")
            }
            try await database.readings.flushAndCompactAll()
            #expect(try await database.readings.all(power).map(\.value) == [3, 1])
            #expect(try await database.readings.counts().readings == 3)
            #expect(try await database.pool.read { try Int64.fetchAll($0, sql: "SELECT id FROM fresh_block") } == [2])
            // The damaged block does not make its series due again.
            let damagedBlocks = await database.readings.damagedBlocks
            let due = try await database.pool.read {
                try LevelZeroBlocks($0, damagedBlocks: damagedBlocks).due(before: noon)
            }
            #expect(due.isEmpty)
        }
    }

    // MARK: Damage

    /// Returns values that do not compress, so that a block needs its own pages.
    private static func noise(of series: SeriesID, _ count: Int, until end: Timestamp = noon) throws -> [ValidReading] {
        var random = SeededGenerator(seed: 1)
        return try (0..<count).map { index in
            try valid(series, at: end - .seconds(count - index), value: Double.random(in: 0...2000, using: &random))
        }
    }

    /// Changes the first overflow page of the table's first block: its next page is then far behind the end of the file.
    private static func damageOverflow(of table: String, in path: String) throws {
        try change(path, page: "name = '\(table)' AND pagetype = 'overflow' AND path LIKE '%+000000'") { page in
            page.replaceSubrange(0..<4, with: [0x7F, 0, 0, 0])
        }
    }

    private static func damageFirstLeaf(of table: String, in path: String) throws {
        try change(path, page: "name = '\(table)' AND pagetype = 'leaf' AND path = '/000/'") { page in
            page.replaceSubrange(0..<8, with: Data(repeating: 0xFF, count: 8))
        }
    }

    /// Changes the first page that matches `condition`.
    private static func change(_ path: String, page condition: String, body: (inout Data) -> Void) throws {
        let database = try DatabaseQueue(path: path)
        let number = try database.read { db in
            try Int.fetchOne(db, sql: "SELECT pageno FROM dbstat WHERE \(condition) ORDER BY path")
        }
        try database.close()
        let size = 4096
        let offset = (try #require(number) - 1) * size
        var bytes = try Data(contentsOf: URL(filePath: path))
        var page = Data(bytes[offset..<offset + size])
        body(&page)
        bytes.replaceSubrange(offset..<offset + size, with: page)
        try bytes.write(to: URL(filePath: path))
    }
}
