import SeededRandom
import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeStore
import SQLiteDatabase
import StorageFixtures
@testable import TimeSeriesStore

struct StrikeTests {
    private let always = Timestamp(milliseconds: .min)

    /// Appends, compacts, strikes, restores and restarts in random order. The reference is a dictionary of readings, and
    /// roll-ups computed from all of them at once.
    @Test(arguments: [1, 2, 3] + (0..<2).map { _ in UInt64.random(in: 1000...10_000_000) })
    func historyEqualsOneWithoutTheStruckReadings(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            let meter = try series("meter", kind: .energy)
            var database = try HomeDatabase.open(path: path)
            var model: [Timestamp: Double] = [:]
            var struck: [Int64: [Timestamp: Double]] = [:]
            var (clock, value) = (noon, 100.0)
            for _ in 0..<40 {
                switch Int.random(in: 0..<8, using: &random) {
                case 0: try await database.readings.flush()
                case 1: try await database.readings.flushAndCompactAll()
                case 2:
                    database.close()
                    database = try HomeDatabase.open(path: path)
                case 3, 4:
                    let query = Self.query(meter, around: clock, random: &random)
                    let expected = model.filter { query.matches(Reading(time: $0.key, value: $0.value)) }
                    let preview = try await database.readings.preview(query)
                    #expect(preview.count == expected.count, "seed \(seed)")
                    #expect(preview.maximum == expected.values.max() && preview.first == expected.keys.min())
                    guard let strike = try await database.readings.strike(query, at: noon) else { continue }
                    #expect(strike.readings == preview, "seed \(seed)")
                    for time in expected.keys { model[time] = nil }
                    struck[strike.id] = expected
                case 5:
                    guard let (id, readings) = struck.randomElement(using: &random),
                        let strike = try await database.readings.strike(id)
                    else { continue }
                    _ = try await database.readings.restore(strike, kind: .energy)
                    model.merge(readings) { stored, _ in stored }
                    struck[id] = nil
                default:
                    var batch: [ValidReading] = []
                    for _ in 0..<Int.random(in: 1...400, using: &random) {
                        clock = clock + .milliseconds(Int64.random(in: 1...200_000, using: &random))
                        value += Double.random(in: 0...0.3, using: &random)
                        let isBad = Int.random(in: 0..<40, using: &random) == 0
                        batch.append(
                            try valid(
                                meter, at: clock, value: isBad ? 42_949 : (value * 1000).rounded() / 1000, now: clock))
                    }
                    try await database.readings.append(readings: batch)
                    for valid in batch { model[valid.reading.time] = valid.reading.value }
                }
                try await check(meter, model: model, database: database, note: "seed \(seed)")
            }
            let kept = try await database.readings.strikes()
            #expect(Set(kept.map(\.id)).isSuperset(of: struck.filter { !$0.value.isEmpty }.keys))
            try await database.readings.flushAndCompactAll()
            #expect(try await database.readings.counts().energyReadings == model.count, "seed \(seed)")
            database.close()
        }
    }

    @Test func newestReadingIgnoresStruckReadings() async throws {
        try await withFolder { folder in
            let path = folder + "/home.sqlite"
            let meter = try series("meter", kind: .energy)
            let future = noon + .days(1000)
            var database = try HomeDatabase.open(path: path)
            try await database.readings.append(readings: [
                try valid(meter, at: noon, value: 1), try valid(meter, at: future, value: 2, now: future),
            ])
            let query = StrikeQuery(meter, from: noon + .days(1), to: Timestamp(milliseconds: .max))
            let strike = try #require(try await database.readings.strike(query, at: noon))
            #expect(await database.readings.newest(of: meter) == Reading(time: noon, value: 1))
            database.close()
            database = try HomeDatabase.open(path: path)
            #expect(await database.readings.newest(of: meter) == Reading(time: noon, value: 1))
            #expect(try await database.readings.restore(strike, kind: .energy) == 1)
            #expect(await database.readings.newest(of: meter)?.time == future)
            #expect(try await database.readings.strikes().isEmpty)
            database.close()
        }
    }

    /// Each of the two strikes removes the reading that the other one would leave as the newest.
    @Test func simultaneousStrikesLeaveTheNewestStoredReading() async throws {
        try await withDatabase { database in
            let meter = try series("meter", kind: .energy)
            for round in 0..<60 {
                let start = noon + .hours(round * 3)
                try await database.readings.append(
                    readings: try (0..<3).map {
                        let time = start + .hours($0)
                        return try valid(meter, at: time, value: Double(round * 3 + $0), now: time)
                    })
                let newest = StrikeQuery(meter, from: start + .hours(2), to: start + .hours(3))
                let second = StrikeQuery(meter, from: start + .hours(1), to: start + .hours(2))
                async let one = database.readings.strike(newest, at: noon)
                async let other = database.readings.strike(second, at: noon)
                _ = try await (one, other)
                #expect(await database.readings.newest(of: meter)?.time == start)
            }
        }
    }

    /// Struck readings are kept no longer than other readings.
    @Test func retentionDeletesStruckReadingsToo() async throws {
        try await withDatabase { database in
            let meter = try series("meter", kind: .energy)
            try await database.readings.append(
                readings: try (0..<600).map {
                    try valid(meter, at: noon + .hours($0), value: Double($0), now: noon + .hours($0))
                })
            let query = StrikeQuery(meter, from: noon, to: noon + .hours(400))
            #expect(try await database.readings.strike(query, at: noon)?.readings.count == 400)
            try await database.retention.save(RetentionTerms(energyDays: 1))
            _ = try await database.retention.purge(now: noon + .hours(324))
            #expect(try await database.readings.strikes().first?.readings.count == 100)
            _ = try await database.retention.purge(now: noon + .hours(600))
            #expect(try await database.readings.strikes().isEmpty)
        }
    }

    /// A strike is empty if another strike removed its readings first, or if an earlier version left it.
    @Test func emptyStrikeIsNotListedAndIsDeletedByRetention() async throws {
        try await withDatabase { database in
            let meter = try series("meter", kind: .energy)
            try await database.readings.append(readings: [try valid(meter, at: noon, value: 1, now: noon)])
            let query = StrikeQuery(meter, from: noon - .hours(1), to: noon + .hours(1))
            let first = try #require(try await database.readings.strike(query, at: noon))
            #expect(try await database.readings.strike(query, at: noon) == nil)
            let left = try await database.pool.write { db in try StrikeTable(db).add(meter, at: noon) }
            #expect(try await database.readings.strikes().map(\.id) == [first.id])
            #expect(try await database.readings.strike(left) == nil)
            _ = try await database.retention.purge(now: noon + .hours(1))
            let rows = try await database.pool.read { db in try Int64.fetchAll(db, sql: "SELECT id FROM strike") }
            #expect(rows == [first.id])
        }
    }

    private static func query(_ meter: SeriesID, around end: Timestamp, random: inout SeededGenerator) -> StrikeQuery {
        let from = end - .milliseconds(Int64.random(in: 0...200_000_000, using: &random))
        let to = from + .milliseconds(Int64.random(in: 1...100_000_000, using: &random))
        return switch Int.random(in: 0..<3, using: &random) {
        case 0: StrikeQuery(meter, from: from, to: to)
        case 1: StrikeQuery(meter, from: from, to: to, above: 40_000)
        default: StrikeQuery(meter, from: from, to: to, above: 40_000, below: 110)
        }
    }

    private func check(
        _ meter: SeriesID, model: [Timestamp: Double], database: HomeDatabase, note: Comment
    ) async throws {
        let readings = model.map { Reading(time: $0.key, value: $0.value) }.sorted { $0.time < $1.time }
        #expect(try await database.readings.all(meter) == readings, note)
        let hours = try await database.readings.rollUps(
            of: meter, from: always, to: Timestamp(milliseconds: .max), notBefore: always)
        #expect(hours == RollUp.hours(of: readings, after: nil, counter: Counter()), note)
    }
}
