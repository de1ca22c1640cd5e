import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeStorage

struct StorageFaultTests {
    @Test func aFullDiskIsNamedAndLeavesNothingOfTheBatch() async throws {
        try await withDatabase { database in
            let series = try series("meter", .power)
            let readings = try (0..<2000).map { age in
                try valid(series, at: Timestamp(milliseconds: noon.milliseconds - Int64(age)), 0.1)
            }
            try await database.pool.connections.writeWithoutTransaction { db in
                let pages = try #require(try Int.fetchOne(db, sql: "PRAGMA page_count"))
                _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages + 2)")
            }
            await #expect(throws: StorageError.diskFull) { try await database.readings.append(readings: readings) }
            #expect(try await database.readings.counts() == RecordCounts())
            // A little still fits: the failure did not wedge the connection.
            #expect(try await database.readings.append(readings: [readings[0]]).readings == 1)
            try await database.pool.connections.writeWithoutTransaction { db in
                _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = 1000000")
            }
            #expect(try await database.readings.append(readings: readings).readings == 1999)
        }
    }

    @Test func aLockFromOutsideIsNamedAndWorkGoesOnAfterIt() async throws {
        try await withDatabase { database in
            let reading = try valid(series("meter", .power), at: noon, 1)
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let browser = try DatabaseQueue(path: database.path, configuration: configuration)
            try await browser.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            await #expect(throws: StorageError.busy) { try await database.readings.append(readings: [reading]) }
            #expect(try await database.readings.counts() == RecordCounts(), "reading goes on beside the lock")
            try await browser.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            #expect(try await database.readings.append(readings: [reading]).energyReadings == 1)
            try browser.close()
        }
    }

    @Test func aCancelledAppendIsAllOrNothing() async throws {
        try await withDatabase { database in
            let series = try series("meter", .power)
            let readings = try (0..<500).map { age in
                try valid(series, at: Timestamp(milliseconds: noon.milliseconds - Int64(age)), 0.1)
            }
            for _ in 0..<20 {
                let appended = await withTaskGroup(of: Int?.self) { group in
                    group.addTask { try? await database.readings.append(readings: readings).readings }
                    group.cancelAll()
                    return await group.next().flatMap(\.self)
                }
                let stored = try await database.readings.counts().readings
                #expect(stored == 0 || stored == 500)
                if appended != nil { #expect(stored == 500) }
            }
        }
    }

    @Test func everyErrorIsOneOrTwoSentences() {
        let errors: [StorageError] = [
            .newerVersion(found: 2, supported: 1), .inUse(path: "/home.sqlite"), .cannotOpen(reason: "It is a folder."),
            .diskFull, .damaged(what: "a page"), .busy, .closed, .cancelled, .termsOutOfBounds(names: ["energyDays"]),
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
