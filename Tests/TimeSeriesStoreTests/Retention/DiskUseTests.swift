import SeededRandom
import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeStore
@testable import SegmentedLog
import SQLiteDatabase
import StorageFixtures
@testable import TimeSeriesStore

struct DiskUseTests {
    @Test func emptyDatabaseUsesNoSpace() async throws {
        try await withDatabase { database in
            let use = try await database.retention.diskUse()
            #expect(use == [.energy: DiskUse(), .environment: DiskUse()])
        }
    }

    @Test func newRecordsCountBeforeTheyAreCompacted() async throws {
        try await withDatabase { database in
            try await database.readings.append(
                readings: [valid(series("meter", kind: .power), at: noon, value: 1)],
                changes: [
                    StateChange(series: series("door", kind: .contact), time: noon - .hours(1), value: .boolean(true))
                ])
            let use = try await database.retention.diskUse()
            #expect(use[.energy]?.oldest == noon && use[.environment]?.oldest == noon - .hours(1))
            #expect(use.values.allSatisfy { $0.bytes > 0 })
        }
    }

    /// After random appends, compactions and purges, the sums equal those over all rows.
    @Test(arguments: [1, 2, UInt64.random(in: 1000...10_000_000)])
    func diskUseMatchesAllRows(seed: UInt64) async throws {
        try await withDatabase { database in
            var random = SeededGenerator(seed: seed)
            let (power, heat, door) = try (
                series("a", kind: .power), series("a", kind: .temperature), series("b", kind: .contact)
            )
            for _ in 0..<6 {
                let start = noon - .hours(Int.random(in: 1...200, using: &random))
                let readings = try (0..<Int.random(in: 1...3000, using: &random)).map { index in
                    try valid(
                        Bool.random(using: &random) ? power : heat, at: start + .seconds(index),
                        value: Double.random(in: 0...50, using: &random))
                }
                let changes = (0..<20).map {
                    StateChange(series: door, time: start + .seconds($0), value: .boolean($0 % 2 == 0))
                }
                try await database.readings.append(readings: readings, changes: changes)
                if Bool.random(using: &random) { try await database.readings.flushAndCompactAll() }
            }
            try await database.readings.flushAndCompactAll()
            try await expectSumsOfAllRows(database)
            try await database.retention.save(RetentionTerms(energyDays: 4, environmentDays: 2))
            _ = try await database.retention.purge(now: noon)
            try await expectSumsOfAllRows(database)
            _ = try await database.retention.purge(now: noon + .days(99))
            #expect(try await database.retention.diskUse() == [.energy: DiskUse(), .environment: DiskUse()])
        }
    }

    @Test func diskUseIsCloseToTheGrowthOfTheFile() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            let empty = try HomeDatabase.open(path: path)
            empty.close()
            let before = FileSize.bytes(at: path)
            let database = try HomeDatabase.open(path: path)
            var random = SeededGenerator(seed: 7)
            let readings = try (0..<60_000).map {
                try valid(
                    series("a", kind: .power), at: noon - .seconds($0),
                    value: Double(Int.random(in: 0...40_000, using: &random)) / 16)
            }
            try await database.readings.append(readings: readings)
            try await database.readings.flushAndCompactAll()
            let bytes = try #require(try await database.retention.diskUse()[.energy]).bytes
            database.close()
            let grown = Double(FileSize.bytes(at: path) - before)
            #expect((0.6...1.1).contains(Double(bytes) / grown), "\(bytes) of \(grown)")
        }
    }

    @Test func recordsOnADamagedPageDoNotCountAndTheDatabaseOpens() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            let old = try HomeDatabase.open(path: path)
            try await appendSamples(to: old)
            let whole = try await old.storedBytes
            old.close()
            // The database is as an earlier version left it.
            let connection = try DatabaseQueue(path: path)
            let (page, lost) = try await connection.write { db in
                try db.execute(sql: "DELETE FROM stored_bytes")
                return (
                    try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'block'"),
                    try Int.fetchOne(db, sql: "SELECT total(48 + length(data)) FROM block")
                )
            }
            try connection.close()
            let file = try #require(FileHandle(forWritingAtPath: path))
            try file.seek(toOffset: UInt64(try #require(page) - 1) * 4096)
            try file.write(contentsOf: Data(repeating: 0xAA, count: 4096))
            try file.close()
            let database = try HomeDatabase.open(path: path)
            defer { database.close() }
            let energy = try #require(whole["energy"]) - #require(lost)
            #expect(try await database.storedBytes == ["energy": energy, "environment": whole["environment"]])
            #expect(energy > 0 && lost ?? 0 > 0)
        }
    }

    /// A sector is unreadable, or a page is corrupt.
    @Test(arguments: [ResultCode.SQLITE_IOERR, .SQLITE_CORRUPT])
    func unreadableBlocksDoNotCountAndAllOthersDo(_ code: ResultCode) async throws {
        try await withDatabase { database in
            try await appendSamples(to: database)
            let whole = try await database.storedBytes
            try await database.pool.write { try $0.execute(sql: "DELETE FROM stored_bytes") }
            let bad = try await database.pool.read { try Data.fetchOne($0, sql: "SELECT data FROM block ORDER BY id") }
            let lost = try await database.pool.read {
                try Int.fetchOne(
                    $0, sql: "SELECT total(48 + length(data)) FROM block GROUP BY series ORDER BY min(id)")
            }
            try await database.pool.read { db in
                db.add(
                    function: DatabaseFunction("length", argumentCount: 1) { values in
                        let data = Data.fromDatabaseValue(values[0]) ?? Data()
                        if data == bad { throw DatabaseError(resultCode: code) }
                        return data.count
                    })
            }
            try StoredBytes.countExisting(in: database.pool)
            let energy = try #require(whole["energy"]) - #require(lost)
            #expect(try await database.storedBytes == ["energy": energy, "environment": whole["environment"]])
        }
    }

    /// After a kill half-way, the next start counts only the rest.
    @Test func countingContinuesWhereItStopped() async throws {
        try await withDatabase { database in
            try await appendSamples(to: database)
            let whole = try await database.storedBytes
            try await database.pool.write { db in
                try db.execute(sql: "DELETE FROM stored_bytes")
                try db.execute(
                    sql: """
                        INSERT INTO stored_bytes SELECT 'counted', min(id) FROM series;
                        INSERT INTO stored_bytes SELECT kind, total(bytes) FROM series LEFT JOIN (
                            SELECT series, 48 + length(data) AS bytes FROM block
                            UNION ALL SELECT series, 48 + length(data) FROM roll_up_block
                            UNION ALL SELECT series, 24 + length(value) FROM state_change)
                        ON series = id AND id = (SELECT min(id) FROM series) GROUP BY kind;
                        """)
            }
            try StoredBytes.countExisting(in: database.pool, atOnce: 1)
            #expect(try await database.storedBytes == whole)
        }
    }

    /// Appends and compacts the records of two meters and a door.
    private func appendSamples(to database: HomeDatabase) async throws {
        try await database.readings.append(
            readings: (0..<200).flatMap { hour in
                try ["a", "b"].enumerated().map { index, name in
                    try valid(series(name, kind: .power), at: noon - .hours(hour), value: Double(hour + index))
                }
            },
            changes: [StateChange(series: series("door", kind: .contact), time: noon, value: .boolean(true))])
        try await database.readings.flushAndCompactAll()
    }

    private func expectSumsOfAllRows(_ database: HomeDatabase) async throws {
        let use = try await database.retention.diskUse()
        let rows = try await database.pool.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT kind, sum(bytes) AS bytes, min(oldest) AS oldest FROM (
                        SELECT series, 48 + length(data) AS bytes, first AS oldest FROM fresh_block
                        UNION ALL SELECT series, 48 + length(data), first FROM block
                        UNION ALL SELECT series, 48 + length(data), first FROM roll_up_block
                        UNION ALL SELECT series, 24 + length(value), time FROM state_change)
                    JOIN series ON series.id = series GROUP BY kind
                    """
            ).map { row in
                (
                    try row.word("kind") as RecordKind,
                    DiskUse(
                        bytes: try row.decode(forColumn: "bytes"),
                        oldest: Timestamp(milliseconds: try row.decode(forColumn: "oldest")))
                )
            }
        }
        #expect(
            use == Dictionary(rows) { $1 }.merging([.energy: DiskUse(), .environment: DiskUse()]) { old, _ in old })
    }
}

extension HomeDatabase {
    fileprivate var storedBytes: [String: Int] {
        get async throws {
            try await pool.read { db in
                Dictionary(
                    uniqueKeysWithValues: try Row.fetchAll(db, sql: "SELECT kind, total FROM stored_bytes").map {
                        ($0["kind"], $0["total"])
                    })
            }
        }
    }
}
