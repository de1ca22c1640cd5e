import SegmentedLog
import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeStore
@testable import SQLiteDatabase
import StorageFixtures
@testable import TimeSeriesStore

struct StorageFaultTests {
    /// The database is full, the write-ahead log is not: no reading is refused, and the readings are compacted once there
    /// is space again.
    @Test func readingsAreStoredWhileTheDatabaseIsFull() async throws {
        try await withDatabase { database in
            let series = try series("meter", kind: .power)
            let readings = try (0..<20_000).map { age in
                try valid(
                    series, at: Timestamp(milliseconds: noon.milliseconds - Int64(age * age)), value: Double(age) / 7)
            }
            try await database.readings.append(readings: [readings[0]])
            try await limitPages(of: database, by: 2)
            try await database.readings.append(readings: readings)
            await #expect(throws: StorageError.diskFull) { try await database.readings.flushAndCompactAll() }
            #expect(await database.readings.flushOrCompactionError == .diskFull)
            #expect(try await database.readings.all(series).count == 20_000)
            try await limitPages(of: database, by: 1_000_000)
            try await database.readings.flushAndCompactAll()
            #expect(await database.readings.flushOrCompactionError == nil)
            #expect(try await database.readings.all(series).count == 20_000)
            #expect(try await database.readings.counts() == RecordCounts(energyReadings: 20_000))
        }
    }

    @Test func failedAppendLeavesNothingOfItsBatch() async throws {
        try await withFolder { folder in
            let (disk, faults) = FaultyDisk.make()
            let path = folder + "/home.sqlite"
            let database = try HomeDatabase(path: path, schema: .current, disk: disk)
            defer { database.close() }
            let meter = try series("meter", kind: .power)
            let readings = try (0..<100).map { try valid(meter, at: noon - .seconds($0), value: 1) }
            try await database.readings.append(readings: Array(readings[..<10]))
            for fault in [(write: ENOSPC, sync: nil), (write: nil, sync: EIO)] as [(write: Int32?, sync: Int32?)] {
                faults.fail(write: fault.write, sync: fault.sync, partial: 512)
                await #expect(throws: StorageError.self) {
                    try await database.readings.append(RecordBatch(readings: Array(readings[10...])))
                }
                #expect(try await database.readings.all(meter).count == 10)
            }
            faults.fail()
            try await database.readings.append(readings: Array(readings[10...50]))
            #expect(try await database.readings.all(meter).count == 51)
            let crashed = folder + "/dead.sqlite"
            try copy(database, to: crashed)
            let again = try HomeDatabase.open(path: crashed)
            defer { again.close() }
            #expect(try await again.readings.all(meter).count == 51)
        }
    }

    @Test func readingsAreStoredWhileAnotherConnectionLocksTheDatabase() async throws {
        try await withDatabase { database in
            let meter = try series("meter", kind: .power)
            try await database.readings.append(readings: [valid(meter, at: noon, value: 1)])
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let browser = try DatabaseQueue(path: database.path, configuration: configuration)
            try await browser.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            try await database.readings.append(readings: [valid(meter, at: noon - .seconds(1), value: 2)])
            await #expect(throws: StorageError.busy) { try await database.readings.flush() }
            let unknown = try RecordBatch(readings: [valid(series("new", kind: .power), at: noon, value: 1)])
            try await database.readings.append(unknown)
            try await browser.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            try await database.readings.flush()
            #expect(try await database.readings.counts() == RecordCounts(energyReadings: 3))
            try browser.close()
        }
    }

    @Test func unflushedLogIsBounded() async throws {
        try await withDatabase { database in
            let meter = try series("meter", kind: .power)
            try await database.readings.append(readings: [valid(meter, at: noon, value: 1)])
            try await limitPages(of: database, by: 0)
            let batch = try (0..<100_000).map { try valid(meter, at: noon - .milliseconds($0), value: sin(Double($0))) }
            var fault: StorageError?
            for _ in 0..<100 where fault == nil {
                do throws(StorageError) {
                    try await database.readings.append(RecordBatch(readings: batch))
                } catch {
                    fault = error
                }
            }
            #expect(fault == .writeAheadLogFull)
            await #expect(throws: StorageError.diskFull) { try await database.readings.flush() }
            try await limitPages(of: database, by: 1_000_000)
            try await database.readings.flush()
            try await database.readings.append(readings: [valid(meter, at: noon - .days(1), value: 1)])
            #expect(try await database.readings.all(meter).count == 100_001)
        }
    }

    private func limitPages(of database: HomeDatabase, by pages: Int) async throws {
        try await database.pool.connections.writeWithoutTransaction { db in
            let count = try #require(try Int.fetchOne(db, sql: "PRAGMA page_count"))
            _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(count + pages)")
        }
    }

    @Test func everyErrorHasAReadableDescription() {
        let errors: [StorageError] = [
            .newerVersion(found: 2, supported: 1, copy: nil),
            .newerVersion(found: 2, supported: 1, copy: "/home.sqlite.version-1"),
            .noSpaceForCopy(path: "/home.sqlite", missingBytes: 1), .inUse(path: "/home.sqlite"),
            .cannotOpen(reason: "It is a folder."),
            .diskFull, .damaged(what: "a page"), .busy, .writeAheadLogFull, .closed, .cancelled,
            .termsOutOfBounds(names: ["energyDays"]),
            .unknown(code: 5, message: "odd"), StorageError(errno: 28, action: "write"),
            StorageError(errno: 13, action: "write the file"),
        ]
        for error in errors {
            #expect(error.description.count > 15)
            #expect(!error.description.contains("Optional"))
        }
        #expect(StorageError(errno: 28, action: "write") == .diskFull)
    }
}
