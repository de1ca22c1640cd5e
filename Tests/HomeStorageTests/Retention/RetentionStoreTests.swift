import GRDB
import HomeModel
import Testing

@testable import HomeStorage

struct RetentionStoreTests {
    @Test func termsComeBackAsSavedAndStartWithTheDefaults() async throws {
        try await withDatabase { database in
            #expect(try await database.retention.terms() == RetentionTerms())
            let terms = RetentionTerms(
                energyDays: 1, environmentDays: 2, auditInformationalDays: 3, auditWarningDays: 4,
                auditSecurityDays: 3650)
            try await database.retention.save(terms)
            #expect(try await database.retention.terms() == terms)
        }
    }

    @Test(arguments: [0, -1, 3651, Int.max, Int.min])
    func aTermOutOfBoundsDeletesAndChangesNothing(days: Int) async throws {
        try await withDatabase { database in
            let terms = RetentionTerms(energyDays: days)
            let refusal = StorageError.termsOutOfBounds(names: ["energyDays"])
            _ = try await database.readings.append(readings: [valid(series("meter", .power), at: noon, 1)])
            await #expect(throws: refusal) { try await database.retention.save(terms) }
            await #expect(throws: refusal) { try await database.retention.purge(now: noon, terms: terms) }
            await #expect(throws: refusal) { try await database.readings.latest(now: noon, terms: terms) }
            #expect(try await database.retention.terms() == RetentionTerms())
            #expect(try await database.readings.counts().readings == 1)
        }
    }

    /// Retention keeps what a filter over all records keeps, and counts what the filter drops.
    @Test(arguments: [1, 2, 3, UInt64.random(in: 1000...10_000_000)])
    func retentionEqualsANaiveModel(seed: UInt64) async throws {
        try await withDatabase { database in
            var random = SeededGenerator(seed: seed)
            let all = try [
                series("a", .power), series("a", .temperature), series("b", .energy), series("b", .humidity),
            ]
            let doors = try [series("c", .contact), series("d", .lock)]
            let terms = RetentionTerms(
                energyDays: Int.random(in: 1...9, using: &random),
                environmentDays: Int.random(in: 1...9, using: &random))
            var readings: [ValidReading] = []
            var changes: [StateChange] = []
            for _ in 0..<1500 {
                let days = Int.random(in: 0...10, using: &random)
                let jitter = [-1, 0, 1, Int.random(in: -80_000_000...0, using: &random)].randomElement(using: &random)!
                let time = noon - .days(days) + .milliseconds(jitter)
                if Bool.random(using: &random) {
                    readings.append(try valid(all.randomElement(using: &random)!, at: time, 1))
                } else {
                    changes.append(
                        StateChange(series: doors.randomElement(using: &random)!, time: time, value: .boolean(true)))
                }
            }
            let before = try await database.readings.append(readings: readings, changes: changes)
            let purged = try await database.retention.purge(now: noon, terms: terms)

            var kept = RecordCounts()
            for series in all {
                guard case .reading(let kind) = series.capability.kind.facts.recording else { continue }
                let expected = Set(
                    readings.filter { $0.series == series && $0.reading.time >= noon - terms.term(of: kind) }
                        .map(\.reading))
                let stored = try await database.readings.readings(
                    of: series, from: noon - .days(100), to: noon + .days(1), notBefore: noon - .days(100), limit: .max)
                #expect(stored == expected.sorted { $0.time < $1.time }, "seed \(seed)")
                kept.countReading(kind, expected.count)
            }
            for door in doors {
                let expected = Set(
                    changes.filter { $0.series == door && $0.time >= noon - terms.term(of: .environment) }.map(\.time))
                let stored = try await database.readings.stateChanges(
                    of: door, from: noon - .days(100), to: noon + .days(1), notBefore: noon - .days(100), limit: .max)
                #expect(stored.map(\.time) == expected.sorted(), "seed \(seed)")
                kept.stateChanges += expected.count
            }
            #expect(purged.deleted == before - kept, "seed \(seed)")
            #expect(purged.overdue == 0 && purged.interruption == nil)
            #expect(try await database.readings.counts() == kept)
            #expect(try await database.retention.overdueCount(now: noon, terms: terms) == RecordCounts())
            #expect(await database.check() == [])
        }
    }

    @Test func overdueRecordsAreCountedByKind() async throws {
        try await withDatabase { database in
            let terms = RetentionTerms(energyDays: 2, environmentDays: 1)
            _ = try await database.readings.append(
                readings: [
                    valid(series("a", .power), at: noon - .days(2) - .milliseconds(1), 1),
                    valid(series("a", .power), at: noon - .days(2), 1),
                    valid(series("a", .temperature), at: noon - .days(2), 1),
                ],
                changes: [StateChange(series: series("c", .contact), time: noon - .days(2), value: .boolean(true))])
            let overdue = try await database.retention.overdueCount(now: noon, terms: terms)
            #expect(overdue == RecordCounts(energyReadings: 1, environmentReadings: 1, stateChanges: 1))
        }
    }

    @Test func deletedSpaceGoesBackToTheDisk() async throws {
        try await withDatabase { database in
            let power = try series("meter", .power)
            let old = try (0..<50_000).map { try valid(power, at: noon - .days(10) + .seconds($0), Double($0) + 0.1) }
            _ = try await database.readings.append(readings: old)
            let full = try await pages(database)
            let purged = try await database.retention.purge(now: noon, terms: RetentionTerms(energyDays: 1))
            #expect(purged.deleted.energyReadings == 50_000)
            #expect(try await pages(database) < full / 4)
        }
    }

    @Test func appendsDuringAPurgeLoseNothing() async throws {
        try await withDatabase { database in
            let terms = RetentionTerms(energyDays: 1)
            let meters = try (0..<10).map { try series("meter-\($0)", .power) }
            for meter in meters {
                _ = try await database.readings.append(
                    readings: try (0..<5000).map { try valid(meter, at: noon - .days(9) + .seconds($0), 1) })
            }
            let purged = try await withThrowingTaskGroup(of: PurgedRecords?.self) { group in
                group.addTask { try await database.retention.purge(now: noon, terms: terms) }
                for (offset, meter) in meters.enumerated() {
                    group.addTask {
                        for step in 0..<20 {
                            let times = (0..<10).map { noon - .seconds(step * 10 + $0 + offset * 1000) }
                            let added = try await database.readings.append(
                                readings: times.map { try valid(meter, at: $0, 2) })
                            #expect(added.energyReadings == 10)
                        }
                        return nil
                    }
                }
                return try await group.reduce(nil) { $0 ?? $1 }
            }
            #expect(purged?.deleted.energyReadings == 50_000)
            #expect(purged?.overdue == 0)
            #expect(try await database.readings.counts().energyReadings == 2000)
        }
    }

    @Test func aPurgeThatIsCutShortSaysWhatItDidAndCanGoOn() async throws {
        try await withDatabase { database in
            let meter = try series("meter", .power)
            let old = try (0..<60_000).map { try valid(meter, at: noon - .days(9) + .seconds($0), 1) }
            _ = try await database.readings.append(readings: old)
            let outcome = await withTaskGroup(of: Result<PurgedRecords, any Error>.self) { group in
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
            #expect(first.deleted.readings + left == 60_000)
            let second = try await database.retention.purge(now: noon, terms: RetentionTerms(energyDays: 1))
            #expect(second.deleted.readings == left && second.overdue == 0)
        }
    }

    private func pages(_ database: HomeDatabase) async throws -> Int {
        try await database.pool.read { try Int.fetchOne($0, sql: "PRAGMA page_count") } ?? 0
    }
}
