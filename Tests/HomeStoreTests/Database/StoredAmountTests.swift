import GRDB
import HomeModel
import StorageFixtures
import Testing

@testable import HomeStore
@testable import SQLiteDatabase
@testable import TimeSeriesStore

/// Tests how the rows and bytes of columns are measured.
struct StoredAmountTests {
    private static let rooms = StoredColumns("room", names: ["id", "name"])

    @Test func rowsAndBytesOfTheNamedColumnsAreCounted() async throws {
        try await withDatabase { database in
            #expect(try await database.amount(of: Self.rooms) == StoredDataAmount(rows: 0, bytes: 0))
            try await database.pool.write { db in
                try db.execute(sql: "INSERT INTO room VALUES ('kitchen', 'Küche'), ('hall', 'キッチン')")
            }
            // Each character of Japanese has three bytes, the ü has two.
            #expect(try await database.amount(of: Self.rooms) == StoredDataAmount(rows: 2, bytes: 7 + 6 + 4 + 12))
            let names = StoredColumns("room", names: ["name"])
            #expect(try await database.amount(of: names) == StoredDataAmount(rows: 2, bytes: 18))
        }
    }

    /// Numbers count as long as they are written, and an absent value counts nothing.
    @Test func bytesOfNumbersAndAbsentValuesAreCounted() async throws {
        try await withDatabase { database in
            try await database.pool.write { db in
                try db.execute(
                    sql: "INSERT INTO tariff (valid_from, currency, price) VALUES ('2026-12-01', 'SEK', 185000)")
            }
            let columns = StoredColumns("tariff", names: ["currency", "price", "feed_in"])
            #expect(try await database.amount(of: columns) == StoredDataAmount(rows: 1, bytes: 9))
        }
    }

    @Test func largeTableIsReadOnlyInPart() async throws {
        try await withDatabase { database in
            try await database.pool.write { db in
                for number in 0..<30 { try db.execute(sql: "INSERT INTO retired_device VALUES ('device-\(number)')") }
            }
            let columns = StoredColumns("retired_device", names: ["id"])
            for (limit, isAtLeast) in [(29, true), (30, false), (31, false)] {
                let amount = try await database.amount(of: columns, atMost: limit)
                #expect(amount.rows == min(limit, 30) && amount.isAtLeast == isAtLeast)
            }
        }
    }

    /// A measurement reads a snapshot, so it neither waits for a writer nor delays one.
    @Test func measurementRunsWhileATransactionIsOpen() async throws {
        try await withDatabase { database in
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let writer = try DatabaseQueue(path: database.path, configuration: configuration)
            try await writer.writeWithoutTransaction { db in
                try db.execute(sql: "BEGIN IMMEDIATE; INSERT INTO room VALUES ('hall', 'Hall')")
            }
            #expect(try await database.amount(of: Self.rooms).rows == 0)
            try await writer.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            #expect(try await database.amount(of: Self.rooms).rows == 1)
        }
    }

    @Test func historyIsCountedByKindAlsoBeforeItIsInTheDatabase() async throws {
        try await withDatabase { database in
            let empty = try await database.historyAmounts()
            #expect(empty.values.allSatisfy { $0.rows == 0 && !$0.isAtLeast })
            let meter = try series("meter", kind: .power)
            let readings = try (0..<50).map { number in
                try valid(meter, at: noon - .seconds(Int64(number)), value: 5)
            }
            try await database.readings.append(readings: readings)
            let amounts = try await database.historyAmounts()
            #expect(amounts[.energy]?.rows == 50 && (amounts[.energy]?.bytes ?? 0) > 0)
            #expect(amounts[.environment] == empty[.environment])
        }
    }
}
