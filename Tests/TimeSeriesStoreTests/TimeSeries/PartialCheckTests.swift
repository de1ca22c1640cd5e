import SeededRandom
import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeStore
import SQLiteDatabase
import StorageFixtures
@testable import TimeSeriesStore

/// A large database is checked a part at a time, and its blocks are counted without reading them.
struct PartialCheckTests {
    /// Creates three series of a hundred blocks. If `isDamaged`, the first and the last block of all are damaged.
    private static func make(_ path: String, isDamaged: Bool = true) async throws -> HomeDatabase {
        let database = try HomeDatabase.open(path: path)
        var random = SeededGenerator(seed: 4)
        for name in ["a", "b", "c"] {
            let meter = try series(name, kind: .power)
            let readings = (0..<100).map { index in
                Reading(
                    time: noon - .hours(24 * index + Int.random(in: 0..<3, using: &random)),
                    value: Double.random(in: 0...9, using: &random))
            }
            _ = try await database.readings.importReadings(readings, of: meter, kind: .energy)
            try await database.splitIntoDays(meter)
        }
        guard isDamaged else { return database }
        try await database.pool.write { db in
            for edge in ["min", "max"] {
                let series = "(SELECT \(edge)(series) FROM block)"
                try db.execute(
                    sql: """
                        UPDATE block SET data = zeroblob(300) WHERE series = \(series)
                            AND first = (SELECT \(edge)(first) FROM block WHERE series = \(series))
                        """)
            }
        }
        return database
    }

    @Test func eachCheckReadsAPartAndTheNextCheckContinues() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            var database = try await Self.make(path)
            // Each check reads a thirtieth of the file, which has about 300 kB.
            #expect(await database.check(fullCheckBytes: 1) == [])
            #expect(
                await database.readings.damagedRanges.map(\.first) == [try await Self.edge("min", database: database)])
            var checks = 1
            while await !database.readings.damagedRanges.contains(where: { $0.series?.device.rawValue == "c" }) {
                database.close()
                database = try HomeDatabase.open(path: path)
                #expect(await database.check(fullCheckBytes: 1) == [])
                checks += 1
                try #require(checks < 60)
            }
            #expect(checks > 1)
            #expect(
                await database.readings.damagedRanges.map(\.first) == [try await Self.edge("max", database: database)])
            // A full check finds both damaged blocks.
            database.close()
            database = try HomeDatabase.open(path: path)
            #expect(await database.check() == [])
            #expect(await database.readings.damagedRanges.count == 2)
            database.close()
        }
    }

    /// Two blocks may begin at the same time; each of them is read.
    @Test(arguments: ["block", "fresh_block"], [0, 1, 2])
    func blocksWithTheSameStartAreAllChecked(_ table: String, damaged: Int) async throws {
        try await withFolder { folder in
            let database = try await Self.make(folder + "/home.sqlite", isDamaged: false)
            try await database.pool.write { db in
                try db.execute(
                    sql: """
                        CREATE TEMP TABLE one AS SELECT series, first, last, count, data FROM block LIMIT 1
                        """)
                for number in 0..<3 {
                    // The counts differ too, in descending order.
                    try db.execute(
                        sql: """
                            INSERT INTO \(table) (series, first, last, count, data)
                            SELECT series, first - 1, last, 10 - ?1, iif(?2, zeroblob(300), data) FROM temp.one
                            """, arguments: [number, number == damaged])
                }
            }
            #expect(await database.check() == [])
            #expect(await database.readings.damagedRanges.count == 1)
            database.close()
        }
    }

    private static func edge(_ edge: String, database: HomeDatabase) async throws -> Timestamp {
        let first = try await database.pool.read { db in
            try Int64.fetchOne(
                db,
                sql: "SELECT \(edge)(first) FROM block WHERE series = (SELECT \(edge)(series) FROM block)")
        }
        return Timestamp(milliseconds: try #require(first))
    }

    /// The statistics match after appends and purges, and for a database of an earlier version.
    @Test func blockStatisticsMatchAllRows() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            var database = try await Self.make(path, isDamaged: false)
            for round in 0..<3 {
                let meter = try series("a", kind: .power)
                try await database.readings.append(
                    readings: (0..<50).map { try valid(meter, at: noon - .seconds(100 * round + $0), value: 1) })
                if round > 0 {
                    try await database.readings.flush()
                } else {
                    try await database.readings.flushAndCompactAll()
                }
                try await database.readings.buildDays(in: .gmt)
                #expect(try await database.readings.blockStatistics() == Self.rows(database))
            }
            try await database.pool.write { db in try db.execute(sql: "DELETE FROM block_figure") }
            database.close()
            database = try HomeDatabase.open(path: path)
            #expect(try await database.readings.blockStatistics() == Self.rows(database))
            _ = try await database.retention.purge(now: noon + .days(4000))
            let left = try await database.readings.blockStatistics()
            #expect(try await left == Self.rows(database))
            #expect(left["day"]?.count == 0 && left["rollUp"]?.count == 0)
            database.close()
        }
    }

    private static func rows(_ database: HomeDatabase) async throws -> [String: BlockStatistics] {
        try await database.pool.read { db in
            var statistics: [String: BlockStatistics] = [:]
            for (kind, table) in BlockStatistics.tables {
                let row = try Row.fetchOne(db, sql: "SELECT count(*), ifnull(sum(length(data)), 0) FROM \(table)")
                statistics[kind] = BlockStatistics(
                    count: try row?.decode(Int.self, atIndex: 0) ?? -1,
                    bytes: try row?.decode(Int.self, atIndex: 1) ?? -1)
            }
            return statistics
        }
    }
}
