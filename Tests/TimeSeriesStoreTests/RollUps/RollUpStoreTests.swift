import SeededRandom
import GRDB
import HomeModel
import Testing

@testable import HomeStore
import SQLiteDatabase
import StorageFixtures
@testable import TimeSeriesStore

struct RollUpStoreTests {
    /// Readings arrive in random order and are compacted at random times; the hours equal those of all readings.
    @Test(arguments: [1, 2, 3, 4] + (0..<4).map { _ in UInt64.random(in: 1000...10_000_000) })
    func storedHoursEqualThoseOfTheReadings(seed: UInt64) async throws {
        try await withDatabase { database in
            var random = SeededGenerator(seed: seed)
            let all = try [series("meter", kind: .energy), series("meter", kind: .power)]
            var batches = all.flatMap { series in Self.past(of: series, &random).map { (series, $0) } }
            batches.shuffle(using: &random)
            var model: [SeriesID: [Timestamp: Double]] = [:]
            for (series, batch) in batches {
                for reading in batch where model[series]?[reading.time] == nil {
                    model[series, default: [:]][reading.time] = reading.value
                }
                if Int.random(in: 0..<4, using: &random) == 0 {
                    try await database.readings.flushAndCompactAll()
                    _ = try await database.readings.importReadings(batch, of: series, kind: .energy)
                } else {
                    let validated = try batch.map { try valid(series, at: $0.time, value: $0.value) }
                    try await database.readings.append(RecordBatch(readings: validated))
                }
                switch Int.random(in: 0..<8, using: &random) {
                case 0: try await database.readings.flush()
                case 1: try await database.readings.flushAndCompactAll()
                default: break
                }
                try await check(series, model: model[series] ?? [:], database: database, seed: seed)
            }
            try await database.readings.flushAndCompactAll()
            for series in all { try await check(series, model: model[series] ?? [:], database: database, seed: seed) }
        }
    }

    @Test func windowReturnsTheHoursThatStartInIt() async throws {
        try await withDatabase { database in
            let power = try series("meter", kind: .power)
            let hour = noon.startOfHour
            let readings = try (0..<300).map { try valid(power, at: hour - .seconds($0 * 60), value: 1) }
            try await database.readings.append(readings: readings)
            for isCompacted in [false, true] {
                if isCompacted { try await database.readings.flushAndCompactAll() }
                func starts(_ from: Timestamp, _ to: Timestamp, edge: Timestamp) async throws -> [Timestamp] {
                    try await database.readings.rollUps(of: power, from: from, to: to, notBefore: edge).map(\.start)
                }
                let ages = { (ages: [Int]) in ages.map { hour - .hours($0) } }
                #expect(try await starts(hour - .days(1), hour, edge: hour - .days(1)) == ages([5, 4, 3, 2, 1]))
                #expect(try await starts(hour - .hours(3), hour - .hours(1), edge: hour - .days(1)) == ages([3, 2]))
                #expect(try await starts(hour - .days(1), hour + .days(1), edge: hour - .hours(1)) == ages([1, 0]))
            }
        }
    }

    /// Appends a counter that grows by 1 per minute, on the given numbers of days before now.
    private func meter(_ days: ClosedRange<Int>, in database: HomeDatabase) async throws -> SeriesID {
        let meter = try series("meter", kind: .energy)
        for day in days.reversed() {
            let start = (noon - .days(day)).startOfHour
            try await database.readings.append(
                readings: (0..<1440).map { minute in
                    let count = (days.upperBound - day) * 1440 + minute
                    return try valid(meter, at: start + .seconds(minute * 60), value: Double(count))
                })
            try await database.readings.flushAndCompactAll()
        }
        return meter
    }

    private func hours(of series: SeriesID, _ database: HomeDatabase) async throws -> [RollUp] {
        let start = noon - .days(100)
        return try await database.readings.rollUps(of: series, from: start, to: noon, notBefore: start)
    }

    /// If the readings of some days are unreadable, their hours still contain the increase.
    @Test(arguments: [false, true])
    func hoursWithoutTheirReadingsAreCountedOnce(isCompacted: Bool) async throws {
        try await withDatabase { database in
            let meter = try await meter(2...6, in: database)
            try await database.splitIntoDays(meter)
            let before = try await hours(of: meter, database)
            let damaged = noon - .days(3)
            try await database.pool.write { db in
                try db.execute(
                    sql: "UPDATE block SET data = zeroblob(40) WHERE first > ?",
                    arguments: [(noon - .days(5)).milliseconds])
            }
            // One reading is new; the other is late and belongs to an hour with damaged readings.
            let next = try valid(meter, at: (noon - .days(1)).startOfHour, value: 7200)
            let late = try valid(meter, at: damaged.startOfHour + .seconds(30), value: 4320.5)
            try await database.readings.append(readings: [late, next])
            if isCompacted { try await database.readings.flushAndCompactAll() }
            let after = try await hours(of: meter, database)
            #expect(Array(after.dropLast()) == before)
            #expect(after.last?.increase == 1)
        }
    }

    @Test func lateReadingDoesNotCountDeletedReadingsAgain() async throws {
        try await withDatabase { database in
            let meter = try await meter(2...6, in: database)
            let before = try await hours(of: meter, database)
            try await database.retention.save(RetentionTerms(energyDays: 3, energyRollUpDays: 300))
            _ = try await database.retention.purge(now: noon)
            let late = try valid(meter, at: (noon - .days(5)).startOfHour + .seconds(30), value: 1440.5)
            try await database.readings.append(readings: [late])
            #expect(try await hours(of: meter, database) == before)
            try await database.readings.flushAndCompactAll()
            #expect(try await hours(of: meter, database) == before)
        }
    }

    /// The reading before a window may stay uncompacted for longer than a day.
    @Test func hourStartsFromAnUncompactedReadingOfAnyAge() async throws {
        try await withDatabase { database in
            let meter = try series("meter", kind: .energy)
            let hour = noon.startOfHour - .hours(1)
            try await database.readings.append(
                readings: [valid(meter, at: hour - .days(9), value: 0), valid(meter, at: hour, value: 10)])
            try await database.readings.flushAndCompactAll()
            try await database.readings.append(readings: [valid(meter, at: hour - .days(4), value: 8)])
            let shown = try await database.readings.rollUps(of: meter, from: hour, to: noon, notBefore: hour)
            #expect(shown.map(\.increase) == [2])
        }
    }

    @Test(arguments: [true, false])
    func knownRolloverOfACounterIsCounted(isKnown: Bool) async throws {
        try await withDatabase { database in
            let meter = try series("meter", kind: .energy)
            let hour = noon.startOfHour - .hours(3)
            if isKnown { await database.readings.setRollovers([meter: 500], asOf: 2) }
            await database.readings.setRollovers([:], asOf: 1)
            try await database.readings.append(
                readings: [
                    valid(meter, at: hour, value: 498), valid(meter, at: hour + .seconds(1800), value: 3),
                    valid(meter, at: hour + .hours(2), value: 4),
                ])
            for _ in 0..<2 {
                let hours = try await hours(of: meter, database)
                #expect(hours.map(\.increase) == [isKnown ? 5 : 3, 1])
                try await database.readings.flushAndCompactAll()
            }
        }
    }

    private func check(
        _ series: SeriesID, model: [Timestamp: Double], database: HomeDatabase, seed: UInt64
    ) async throws {
        let readings = model.map(Reading.init).sorted { $0.time < $1.time }
        let expected = RollUp.hours(of: readings, after: nil, counter: series.isCounter ? Counter() : nil)
        let start = noon - .days(100)
        let stored = try await database.readings.rollUps(of: series, from: start, to: noon + .days(1), notBefore: start)
        #expect(stored == expected, "seed \(seed)")
    }

    /// Returns batches of readings of thirty days with gaps, jitter and resets.
    private static func past(of series: SeriesID, _ random: inout SeededGenerator) -> [[Reading]] {
        var batches: [[Reading]] = []
        var time = noon - .days(30)
        var value = 0.0
        while time < noon {
            var batch: [Reading] = []
            for _ in 0..<Int.random(in: 1...400, using: &random) where time < noon {
                let step = [60_000, 61_000, 600_000, 7_200_000, 200_000_000]
                time = time + .milliseconds(step[min(Int.random(in: 0..<40, using: &random) / 9, 4)])
                value += Double(Int.random(in: 0...8, using: &random)) / 8
                if Int.random(in: 0..<300, using: &random) == 0 { value = 0 }
                batch.append(Reading(time: min(time, noon), value: value))
            }
            batches.append(batch)
        }
        return batches
    }
}
