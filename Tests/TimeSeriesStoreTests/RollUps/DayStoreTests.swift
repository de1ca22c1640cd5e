import SeededRandom
import Foundation
import GRDB
import HomeModel
import Testing

@testable import TimeSeriesStore
@testable import HomeStore
import SQLiteDatabase
import StorageFixtures

/// Stored days always equal the sums over the hours of the readings, in whichever way the readings arrived.
struct DayStoreTests {
    private static let zones = ["Europe/Stockholm", "Asia/Kathmandu", "America/St_Johns", "GMT"]

    /// Appends, imports, flushes, compacts, repairs, restarts, builds and changes the time zone in random order; the queries
    /// have random bounds. The reference is computed from all readings at once, without the database.
    @Test(arguments: [1, 2] + (0..<2).map { _ in UInt64.random(in: 1000...10_000_000) })
    func storedDaysAndHoursEqualThoseOfTheReadings(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            var database = try HomeDatabase.open(path: path)
            let meters = try [
                series("meter", kind: .energy), series("inverter", kind: .power), series("room", kind: .temperature),
            ]
            var model: [SeriesID: [Timestamp: Double]] = [:]
            var zone = Self.zone(&random)
            for _ in 0..<60 {
                let meter = meters[Int.random(in: 0..<meters.count, using: &random)]
                switch Int.random(in: 0..<10, using: &random) {
                case 0: try await database.readings.flush()
                case 1: try await database.readings.flushAndCompactAll()
                case 2: try await database.readings.buildDays(in: zone)
                case 3 where Bool.random(using: &random): zone = Self.zone(&random)
                case 4:
                    database.close()
                    database = try HomeDatabase.open(path: path)
                case 5:
                    let start = noon - .hours(Int.random(in: 0...2400, using: &random))
                    try await database.readings.repairRollUps(
                        of: meter, over: start..<start + .hours(Int.random(in: 1...900, using: &random)),
                        keepingIncompleteHours: Bool.random(using: &random))
                default:
                    let batch = Self.batch(of: meter, known: model[meter] ?? [:], &random)
                    for reading in batch where model[meter]?[reading.time] == nil {
                        model[meter, default: [:]][reading.time] = reading.value
                    }
                    if Bool.random(using: &random) {
                        _ = try await database.readings.importReadings(batch, of: meter, kind: .energy)
                    } else {
                        try await database.readings.append(
                            readings: try batch.map { try valid(meter, at: $0.time, value: $0.value) })
                    }
                }
                try await check(
                    meter, model: model[meter] ?? [:], zone: zone, database: database, random: &random,
                    comment: "seed \(seed)")
            }
            try await database.readings.buildDays(in: zone)
            try await database.readings.flushAndCompactAll()
            for meter in meters {
                for _ in 0..<5 {
                    try await check(
                        meter, model: model[meter] ?? [:], zone: zone, database: database, random: &random,
                        comment: "seed \(seed)")
                }
            }
            database.close()
        }
    }

    /// After all days are built, `days(of:)` reads no hours.
    @Test func builtDaysAreReadWithoutTheirHours() async throws {
        try await withDatabase { database in
            let zone = try #require(TimeZone(identifier: "Europe/Stockholm"))
            let meter = try series("meter", kind: .energy)
            let past = (0..<4000).map { Reading(time: noon - .hours(4000 - $0), value: Double($0)) }
            _ = try await database.readings.importReadings(past, of: meter, kind: .energy)
            try await database.readings.buildDays(in: zone)
            let before = try await days(of: meter, in: zone, database)
            try await database.pool.write { db in try db.execute(sql: "DELETE FROM roll_up_block") }
            let after = try await days(of: meter, in: zone, database)
            // The last day is not over at the end of the query, so it is computed from hours.
            #expect(before.count > 160 && after == before.dropLast())
        }
    }

    /// Databases of earlier versions have hours but no days. Each transaction builds a year at most, and the next run
    /// continues.
    @Test func daysOfExistingHomesAreBuiltInSeveralSteps() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            let zone = try #require(TimeZone(identifier: "America/St_Johns"))
            let meter = try series("meter", kind: .energy)
            var database = try HomeDatabase.open(path: path)
            let past = (0..<6000).map { Reading(time: noon - .hours(12_000 - 2 * $0), value: Double($0)) }
            _ = try await database.readings.importReadings(past, of: meter, kind: .energy)
            #expect(try await builtBlocks(database) == 0)
            let expected = DayRollUp.days(
                of: RollUp.hours(of: past, after: nil, counter: Counter()), in: zone)
            // The build is cancelled, as when the gateway stops.
            for _ in 0..<3 {
                let readings = database.readings
                let build = Task { try await readings.buildDays(in: zone) }
                build.cancel()
                _ = await build.result
                database.close()
                database = try HomeDatabase.open(path: path)
                #expect(try await days(of: meter, in: zone, database).map(\.rollUp) == expected.map(\.rollUp))
            }
            try await database.readings.buildDays(in: zone)
            #expect(try await builtBlocks(database) > 0)
            #expect(try await days(of: meter, in: zone, database).map(\.rollUp) == expected.map(\.rollUp))
            database.close()
        }
    }

    @Test func damagedBlockOfDaysIsIgnoredAndBuiltAgain() async throws {
        try await withDatabase { database in
            let zone = try #require(TimeZone(identifier: "Europe/Stockholm"))
            let meter = try series("meter", kind: .energy)
            let past = (0..<4000).map { Reading(time: noon - .hours(4000 - $0), value: Double($0)) }
            _ = try await database.readings.importReadings(past, of: meter, kind: .energy)
            try await database.readings.buildDays(in: zone)
            let before = try await days(of: meter, in: zone, database)
            try await database.pool.write { db in try db.execute(sql: "UPDATE day_block SET data = zeroblob(40)") }
            #expect(try await days(of: meter, in: zone, database) == before)
            #expect(await database.readings.damagedRanges.count == 1)
            try await database.readings.buildDays(in: zone)
            #expect(try await days(of: meter, in: zone, database) == before)
            #expect(await database.readings.damagedRanges.isEmpty)
        }
    }

    // MARK: Helpers

    private func days(of series: SeriesID, in zone: TimeZone, _ database: HomeDatabase) async throws -> [DayRollUp] {
        let start = noon - .days(1000)
        return try await database.readings.days(of: series, from: start, to: noon, notBefore: start, in: zone)
    }

    private func builtBlocks(_ database: HomeDatabase) async throws -> Int {
        try await database.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM day_block") ?? 0 }
    }

    private func check(
        _ series: SeriesID, model: [Timestamp: Double], zone: TimeZone, database: HomeDatabase,
        random: inout SeededGenerator, comment: Comment
    ) async throws {
        let readings = model.map(Reading.init).sorted { $0.time < $1.time }
        let all = RollUp.hours(of: readings, after: nil, counter: series.isCounter ? Counter() : nil)
        let from = noon - .milliseconds(Int64.random(in: 0...110 * 86_400_000, using: &random))
        let to = from + .milliseconds(Int64.random(in: 0...110 * 86_400_000, using: &random))
        let hours = try await database.readings.rollUps(of: series, from: from, to: to, notBefore: from)
        let expected = all.filter { $0.start >= from && $0.start < to }
        #expect(hours == expected, comment)
        // An independent reference: plain sums over the readings of each hour.
        let naive = NaiveHour.all(of: readings, from, to)
        #expect(hours.map(NaiveHour.init) == naive, comment)
        let queryZone = Bool.random(using: &random) ? zone : Self.zone(&random)
        let days = try await database.readings.days(of: series, from: from, to: to, notBefore: from, in: queryZone)
        let isPower = series.capability.kind == .power
        let expectedDays = DayRollUp.days(of: expected, in: queryZone).map { day in
            isPower ? day : DayRollUp(rollUp: day.rollUp, forward: 0, backward: 0, forwardHours: 0)
        }
        #expect(days == expectedDays, comment)
    }

    private static func zone(_ random: inout SeededGenerator) -> TimeZone {
        TimeZone(identifier: zones[Int.random(in: 0..<zones.count, using: &random)]) ?? .gmt
    }

    /// Returns random readings of the last hundred days, often between existing ones.
    private static func batch(
        of series: SeriesID, known: [Timestamp: Double], _ random: inout SeededGenerator
    ) -> [Reading] {
        var time = noon - .seconds(Int.random(in: 1...8_640_000, using: &random))
        let step = [7, 60, 600, 3600, 40_000][Int.random(in: 0..<5, using: &random)]
        return (0..<Int.random(in: 1...400, using: &random)).compactMap { _ in
            time = time + .seconds(Int.random(in: 1...2 * step, using: &random))
            guard time <= noon else { return nil }
            // The value of a counter follows from its time, so that late readings fit in.
            let value =
                series.isCounter
                ? Double((time - (noon - .days(101))).wholeMilliseconds / 1000) / 1000
                : Double(Int.random(in: -400...400, using: &random)) / 8
            return Reading(time: time, value: value)
        }
    }
}

/// An hour by its definition, computed without `HourlyAccumulator`.
private struct NaiveHour: Equatable {
    let start: Timestamp
    let count: Int
    let minimum: Double
    let maximum: Double
    let first: Double
    let last: Double

    init(_ hour: RollUp) {
        start = hour.start
        count = hour.count
        minimum = hour.minimum
        maximum = hour.maximum
        first = hour.first
        last = hour.last
    }

    private init?(_ start: Int64, readings: [Reading]) {
        let values = readings.map(\.value)
        guard let first = values.first, let last = values.last, let minimum = values.min(), let maximum = values.max()
        else { return nil }
        self.start = Timestamp(milliseconds: start)
        count = values.count
        self.minimum = minimum
        self.maximum = maximum
        self.first = first
        self.last = last
    }

    static func all(of readings: [Reading], _ from: Timestamp, _ to: Timestamp) -> [NaiveHour] {
        Dictionary(grouping: readings) { $0.time.milliseconds / 3_600_000 * 3_600_000 }
            .filter { $0.key >= from.milliseconds && $0.key < to.milliseconds }
            .sorted { $0.key < $1.key }
            .compactMap { NaiveHour($0.key, readings: $0.value) }
    }
}
