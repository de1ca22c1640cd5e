import SeededRandom
import Foundation
import GRDB
import HomeModel
import Testing

@testable import HomeStore
@testable import SQLiteDatabase
import StorageFixtures
@testable import TimeSeriesStore

struct RetentionStoreTests {
    @Test func termsAreLoadedAsSavedAndStartWithTheDefaults() async throws {
        try await withDatabase { database in
            #expect(try await database.retention.terms() == RetentionTerms())
            var terms = RetentionTerms(
                energyDays: 1, environmentDays: 2, environmentRollUpDays: 36_500, auditInformationalDays: 3,
                auditWarningDays: 4, auditSecurityDays: 3650)
            terms.exceptions[try series("meter", kind: .power)] = RetentionException(days: 7)
            terms.exceptions[try series("meter", kind: .energy)] = RetentionException(hold: "a dispute about the bill")
            try await database.retention.save(terms)
            #expect(try await database.retention.terms() == terms)
            try await database.retention.save(RetentionTerms())
            #expect(try await database.retention.terms() == RetentionTerms())
        }
    }

    @Test(arguments: [0, -1, 3651, Int.max, Int.min])
    func termOutOfBoundsIsRefusedAndDeletesNothing(days: Int) async throws {
        try await withDatabase { database in
            let terms = RetentionTerms(energyDays: days)
            let refusal = StorageError.termsOutOfBounds(names: ["energyDays"])
            _ = try await database.readings.append(readings: [valid(series("meter", kind: .power), at: noon, value: 1)])
            await #expect(throws: refusal) { try await database.retention.save(terms) }
            await #expect(throws: refusal) { try await database.readings.latest(now: noon, terms: terms) }
            #expect(try await database.retention.terms() == RetentionTerms())
            // Another program wrote the term into the database.
            try await database.pool.write { db in
                try db.execute(sql: "INSERT INTO retention_term VALUES ('energy', ?)", arguments: [days])
            }
            await #expect(throws: refusal) { try await database.retention.purge(now: noon) }
            #expect(try await database.readings.counts().readings == 1)
        }
    }

    /// Records within their term are kept; of expired records, less than a quarter of a block and an hour remain.
    @Test(arguments: [1, 2, 3] + (0..<3).map { _ in UInt64.random(in: 1000...10_000_000) })
    func purgeMatchesANaiveModel(seed: UInt64) async throws {
        try await withDatabase { database in
            var random = SeededGenerator(seed: seed)
            var terms = RetentionTerms(
                energyDays: Int.random(in: 1...9, using: &random),
                environmentDays: Int.random(in: 1...9, using: &random))
            let all = try [
                series("a", kind: .power), series("a", kind: .temperature), series("b", kind: .energy),
                series("b", kind: .humidity),
            ]
            terms.exceptions[all[2]] = RetentionException(days: 3)
            terms.exceptions[all[3]] = RetentionException(hold: "asked for by the landlord")
            let doors = try [series("c", kind: .contact), series("d", kind: .lock)]
            var readings: [ValidReading] = []
            var changes: [StateChange] = []
            for _ in 0..<1500 {
                let days = Int.random(in: 0...10, using: &random)
                let jitter = [-1, 0, 1, Int.random(in: -80_000_000...0, using: &random)].randomElement(using: &random)!
                let time = noon - .days(days) + .milliseconds(jitter)
                if Bool.random(using: &random) {
                    readings.append(try valid(all.randomElement(using: &random)!, at: time, value: 1))
                } else {
                    changes.append(
                        StateChange(series: doors.randomElement(using: &random)!, time: time, value: .boolean(true)))
                }
            }
            try await database.readings.append(RecordBatch(readings: readings, changes: changes))
            if Bool.random(using: &random) { try await database.readings.flushAndCompactAll() }
            // Duplicates count once from here on.
            try await database.readings.flush()
            let before = try await database.readings.counts()
            let purged = try await database.retention.purge(now: noon, terms: terms)

            for series in all {
                guard case .reading(let kind) = series.capability.kind.facts.recording else { continue }
                let edge = terms.edge(of: series, kind, at: noon)
                let unique = Set(readings.filter { $0.series == series }.map(\.reading))
                let stored = try await database.readings.all(series)
                let within = unique.filter { $0.time >= edge }.sorted { $0.time < $1.time }
                #expect(stored.filter { $0.time >= edge } == within, "seed \(seed)")
                #expect(unique.isSuperset(of: stored), "seed \(seed)")
                let past = stored.filter { $0.time < edge.startOfHour }.count
                #expect(past * 4 < max(stored.count, 1), "seed \(seed)")
            }
            for door in doors {
                let expected = Set(
                    changes.filter { $0.series == door && $0.time >= noon - terms.term(of: .environment) }.map(\.time))
                let stored = try await database.readings.stateChanges(
                    of: door, from: noon - .days(100), to: noon + .days(1), notBefore: noon - .days(100), limit: .max)
                #expect(stored.map(\.time) == expected.sorted(), "seed \(seed)")
            }
            #expect(try await database.readings.counts() == before - purged.deleted.records, "seed \(seed)")
            #expect(purged.overdue == RetentionCounts() && purged.interruption == nil)
            #expect(try await database.retention.overdue(now: noon) == RetentionCounts())
            #expect(await database.check() == [])
        }
    }

    @Test func rollUpsSurviveTheDeletionOfTheirReadings() async throws {
        try await withDatabase { database in
            let meter = try series("meter", kind: .energy)
            let readings = try (0..<28_800).map { minute -> ValidReading in
                try valid(meter, at: noon - .days(20) + .seconds(minute * 60), value: Double(minute) * 0.125)
            }
            try await database.readings.append(readings: readings)
            try await database.readings.flushAndCompactAll()
            func hours() async throws -> [RollUp] {
                let start = noon - .days(30)
                return try await database.readings.rollUps(of: meter, from: start, to: noon, notBefore: start)
            }
            let before = try await hours()
            let terms = RetentionTerms(energyDays: 2, energyRollUpDays: 30)
            let purged = try await database.retention.purge(now: noon, terms: terms)
            #expect(purged.deleted.records.energyReadings > 24_480)
            #expect(try await hours() == before)
            // Late readings do not change the increase: before all records, where only hours are left, and in the first
            // complete hour.
            for days in [25, 10, 2] {
                let late = try valid(
                    meter, at: noon - .days(days) + .seconds(30), value: Double(max(0, 20 - days)) * 180)
                try await database.readings.append(readings: [late])
                try await database.readings.flushAndCompactAll()
                let now = try await hours().suffix(before.count)
                #expect(now.map(\.increase) == before.map(\.increase), "\(days) days ago")
                #expect(zip(now, before).allSatisfy { $0.count >= $1.count }, "\(days) days ago")
            }
            let kept = try await hours().count
            let last = try await database.retention.purge(now: noon, terms: RetentionTerms(energyDays: 2))
            #expect(try await hours().count <= 2 * 24 + 744 / 4)
            #expect(try await hours().count == kept - last.deleted.hours)
            #expect(last.overdue == RetentionCounts())
        }
    }

    @Test func overdueRecordsAreCountedByKind() async throws {
        try await withDatabase { database in
            try await database.retention.save(RetentionTerms(energyDays: 2, environmentDays: 1))
            _ = try await database.readings.append(
                readings: [
                    valid(series("a", kind: .power), at: noon - .days(2) - .milliseconds(1), value: 1),
                    valid(series("a", kind: .power), at: noon - .days(2), value: 1),
                    valid(series("a", kind: .temperature), at: noon - .days(2), value: 1),
                ],
                changes: [
                    StateChange(series: series("c", kind: .contact), time: noon - .days(2), value: .boolean(true))
                ])
            try await database.readings.flush()
            let records = RecordCounts(energyReadings: 2, environmentReadings: 1, stateChanges: 1)
            let overdue = try await database.retention.overdue(now: noon + .hours(1))
            #expect(overdue == RetentionCounts(records: records))
            try await database.readings.flushAndCompactAll()
            let compacted = try await database.retention.overdue(now: noon + .hours(1))
            #expect(compacted == RetentionCounts(records: records, hours: 3))
        }
    }

    @Test func deletedSpaceIsReturnedToTheDisk() async throws {
        try await withDatabase { database in
            let power = try series("meter", kind: .power)
            let old = try (0..<50_000).map {
                try valid(power, at: noon - .days(10) + .seconds($0), value: sin(Double($0)))
            }
            try await database.readings.append(readings: old)
            try await database.readings.flushAndCompactAll()
            let full = try await pages(database)
            let purged = try await database.retention.purge(now: noon, terms: RetentionTerms(energyDays: 1))
            #expect(purged.deleted.records.energyReadings == 50_000)
            #expect(try await pages(database) < full * 3 / 4)
        }
    }

    @Test func appendsDuringAPurgeAreKept() async throws {
        try await withDatabase { database in
            let terms = RetentionTerms(energyDays: 1)
            let meters = try (0..<10).map { try series("meter-\($0)", kind: .power) }
            for meter in meters {
                _ = try await database.readings.append(
                    readings: try (0..<5000).map { try valid(meter, at: noon - .days(9) + .seconds($0), value: 1) })
            }
            let purged = try await withThrowingTaskGroup(of: PurgeResult?.self) { group in
                group.addTask { try await database.retention.purge(now: noon, terms: terms) }
                for (offset, meter) in meters.enumerated() {
                    group.addTask {
                        for step in 0..<20 {
                            let times = (0..<10).map { noon - .seconds(step * 10 + $0 + offset * 1000) }
                            try await database.readings.append(
                                RecordBatch(readings: times.map { try valid(meter, at: $0, value: 2) }))
                        }
                        return nil
                    }
                }
                return try await group.reduce(nil) { $0 ?? $1 }
            }
            #expect(purged?.deleted.records.energyReadings == 50_000)
            #expect(purged?.overdue == RetentionCounts())
            #expect(try await database.readings.counts().energyReadings == 2000)
        }
    }

    @Test func cancelledPurgeReportsItsResultAndCanContinue() async throws {
        try await withDatabase { database in
            let meter = try series("meter", kind: .power)
            let old = try (0..<60_000).map { try valid(meter, at: noon - .days(9) + .seconds($0), value: 1) }
            try await database.readings.append(readings: old)
            try await database.readings.flushAndCompactAll()
            let outcome = await withTaskGroup(of: Result<PurgeResult, any Error>.self) { group in
                group.addTask {
                    do {
                        return .success(
                            try await database.retention.purge(now: noon, terms: RetentionTerms(energyDays: 1)))
                    } catch {
                        return .failure(error)
                    }
                }
                while let left = try? await database.readings.counts().readings, left == 60_000 { await Task.yield() }
                group.cancelAll()
                return await group.next()
            }
            let first = try #require(try outcome?.get())
            let left = try await database.readings.counts().readings
            #expect(first.deleted.records.readings + left == 60_000)
            let second = try await database.retention.purge(now: noon, terms: RetentionTerms(energyDays: 1))
            #expect(second.deleted.records.readings == left && second.overdue == RetentionCounts())
        }
    }

    @Test func failedPurgeReportsTheHoursThatItDeleted() async throws {
        try await withDatabase { database in
            let meter = try series("meter", kind: .energy)
            let old = try (0..<48).map { try valid(meter, at: noon - .days(20) + .hours($0), value: Double($0)) }
            try await database.readings.append(readings: old)
            let readingsOnly = RetentionTerms(energyDays: 2, energyRollUpDays: 30)
            #expect(try await database.retention.purge(now: noon, terms: readingsOnly).deleted.hours == 0)
            try await database.pool.write { db in
                try db.execute(sql: "ALTER TABLE retired_device RENAME TO gone")
            }
            let purged = try await database.retention.purge(now: noon, terms: RetentionTerms(energyDays: 2))
            #expect(purged.deleted == RetentionCounts(hours: 48))
            #expect(purged.interruption != nil)
            await #expect(throws: StorageError.self) { try await database.retention.purge(now: noon) }
        }
    }

    @Test func undeletableRecordsAreCountedAsOverdue() async throws {
        try await withDatabase { database in
            let door = try series("door", kind: .contact)
            let changes = (0..<5).map { StateChange(series: door, time: noon - .days(9 - $0), value: .boolean(true)) }
            try await database.readings.append(readings: [], changes: changes)
            try await database.pool.write { db in
                try db.execute(
                    sql: "CREATE TRIGGER stuck BEFORE DELETE ON state_change BEGIN SELECT raise(IGNORE); END")
            }
            let purged = try await database.retention.purge(now: noon, terms: RetentionTerms(environmentDays: 7))
            #expect(purged.deleted == RetentionCounts())
            #expect(purged.overdue == RetentionCounts(records: RecordCounts(stateChanges: 2)))
        }
    }

    private func pages(_ database: HomeDatabase) async throws -> Int {
        try await database.pool.read { try Int.fetchOne($0, sql: "PRAGMA page_count") } ?? 0
    }
}

extension RetentionStore {
    /// Saves the terms and purges by them.
    fileprivate func purge(now: Timestamp, terms: RetentionTerms) async throws(StorageError) -> PurgeResult {
        try await save(terms)
        return try await purge(now: now)
    }
}
