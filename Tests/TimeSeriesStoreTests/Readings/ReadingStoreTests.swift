import SeededRandom
import HomeModel
import Testing

@testable import HomeStore
import StorageFixtures
@testable import TimeSeriesStore

struct ReadingStoreTests {
    private let everything = Timestamp(milliseconds: .min)
    private let forever = Timestamp(milliseconds: .max)

    /// Appends random readings with duplicates and extremes in random batches, with random flushes, compactions, imports
    /// and restarts. The store returns the readings sorted and without duplicates.
    @Test(arguments: [1, 2, 3, 20_261_121] + (0..<4).map { _ in UInt64.random(in: 1000...10_000_000) })
    func appendedReadingsAreReturnedSortedAndOnce(seed: UInt64) async throws {
        try await withFolder { folder in
            var random = SeededGenerator(seed: seed)
            let path = folder + "/home.sqlite"
            var database = try HomeDatabase.open(path: path)
            defer { database.close() }
            let now = Timestamp(
                milliseconds: [noon.milliseconds, 0, -1_000_000_000_000, .max].randomElement(using: &random)!)
            let all = try [
                series("meter", kind: .power), series("meter", kind: .power, part: "l2"),
                series("meter", kind: .temperature),
                series("air", kind: .temperature),
            ]
            var model: [SeriesID: [Timestamp: Double]] = [:]
            for _ in 0..<Int.random(in: 1...25, using: &random) {
                let batch = try (0..<Int.random(in: 0...200, using: &random)).map { _ in
                    try randomReading(all.randomElement(using: &random)!, at: now, random: &random)
                }
                if Int.random(in: 0..<5, using: &random) == 0 {
                    for series in all {
                        let mine = batch.filter { $0.series == series }
                        // A reading in the memtable would win over an imported one, so the test imports only new times.
                        let new = mine.map(\.reading).filter { model[series]?[$0.time] == nil }
                        for reading in new where model[series]?[reading.time] == nil {
                            model[series, default: [:]][reading.time] = reading.value
                        }
                        _ = try await database.readings.importReadings(
                            new, of: series, kind: series == all[0] || series == all[1] ? .energy : .environment)
                    }
                } else {
                    for reading in batch where model[reading.series]?[reading.reading.time] == nil {
                        model[reading.series, default: [:]][reading.reading.time] = reading.reading.value
                    }
                    try await database.readings.append(RecordBatch(readings: batch))
                }
                switch Int.random(in: 0..<6, using: &random) {
                case 0: try await database.readings.flush()
                case 1: try await database.readings.flushAndCompactAll()
                case 2:
                    database.close()
                    database = try HomeDatabase.open(path: path)
                default: break
                }
            }
            for series in all {
                let expected = (model[series] ?? [:]).map(Reading.init).sorted { $0.time < $1.time }
                #expect(try await database.readings.all(series) == expected, "seed \(seed)")
                for _ in 0..<5 {
                    try await check(series, expected: expected, database: database, random: &random, seed: seed)
                }
            }
            try await database.readings.flushAndCompactAll()
            #expect(
                try await database.readings.counts().readings == model.values.reduce(0) { $0 + $1.count },
                "seed \(seed)")
            #expect(await database.check() == [])
        }
    }

    /// Checks a random window and limit.
    private func check(
        _ series: SeriesID, expected: [Reading], database: HomeDatabase, random: inout SeededGenerator,
        seed: UInt64
    ) async throws {
        guard let one = expected.randomElement(using: &random), let two = expected.randomElement(using: &random)
        else { return }
        let (from, to) = (min(one.time, two.time), max(one.time, two.time))
        let limit = Int.random(in: 1...(expected.count + 1), using: &random)
        let shown = try await database.readings.readings(
            of: series, from: from, to: to, notBefore: from, limit: limit)
        #expect(shown == Array(expected.filter { $0.time >= from && $0.time < to }.prefix(limit)), "seed \(seed)")
    }

    private func randomReading(
        _ series: SeriesID, at now: Timestamp, random: inout SeededGenerator
    ) throws -> ValidReading {
        let steps: [Int64] = [-3650 * 86_400_000, -86_400_000, -1, 0, 0, Int64.random(in: -9...0, using: &random)]
        let values = [
            0, -0.0, Double.leastNonzeroMagnitude, 2000, -273.15, 0.1, Double.random(in: 0...2000, using: &random),
        ]
        let time = now + .milliseconds(steps.randomElement(using: &random)!)
        return try valid(
            series, at: min(time, Timestamp(milliseconds: .max - 1)), value: values.randomElement(using: &random)!,
            now: now)
    }

    @Test(arguments: [1, 7, UInt64.random(in: 1000...10_000_000)])
    func stateChangesAreReturnedSortedAndOnce(seed: UInt64) async throws {
        try await withDatabase { database in
            var random = SeededGenerator(seed: seed)
            let lock = try series("door", kind: .lock)
            let values: [CapabilityValue] = [
                .boolean(true), .number(-1.5e300), .number(1), .text("locked"), .text("tr\u{0}ue\n\"日本"), .text("true"),
                .text("1"), .text(""), .color(hue: 360, saturation: 0.1),
            ]
            let times: [Int64] = [.min, -1, 0, 1, noon.milliseconds, .max - 1]
            var model: [Timestamp: CapabilityValue] = [:]
            for _ in 0..<10 {
                let batch = (0..<5).map { _ in
                    StateChange(
                        series: lock, time: Timestamp(milliseconds: times.randomElement(using: &random)!),
                        value: values.randomElement(using: &random)!)
                }
                for change in batch where model[change.time] == nil { model[change.time] = change.value }
                try await database.readings.append(readings: [], changes: batch)
                if Bool.random(using: &random) { try await database.readings.flush() }
            }
            let stored = try await database.readings.stateChanges(
                of: lock, from: everything, to: forever, notBefore: everything, limit: 100)
            let expected = model.map { StateChange(series: lock, time: $0, value: $1) }.sorted { $0.time < $1.time }
            #expect(stored == expected, "seed \(seed)")
            try await database.readings.flush()
            #expect(try await database.readings.counts().stateChanges == model.count)
        }
    }

    @Test func unstorableValueDoesNotBlockItsBatch() async throws {
        try await withDatabase { database in
            let level = try series("lamp", kind: .brightness)
            let power = try series("lamp", kind: .power)
            let added = try await database.readings.append(
                readings: [valid(power, at: noon, value: 3)],
                changes: [
                    StateChange(series: level, time: noon, value: .number(.infinity)),
                    StateChange(series: level, time: noon + .seconds(1), value: .number(40)),
                    StateChange(series: power, time: noon, value: .number(4)),
                    StateChange(series: try series("lamp", kind: .text), time: noon, value: .text("unrecorded")),
                ])
            #expect(added == RecordCounts(energyReadings: 1, stateChanges: 1))
        }
    }

    @Test func windowTermAndLimitRestrictTheResult() async throws {
        try await withDatabase { database in
            let power = try series("meter", kind: .power)
            let times = (0..<10).map { noon + .seconds($0) }
            _ = try await database.readings.append(readings: times.map { try valid(power, at: $0, value: 1) })
            func shown(_ from: Int, _ to: Int, edge: Int = 0, limit: Int = 100) async throws -> [Timestamp] {
                try await database.readings.readings(
                    of: power, from: noon + .seconds(from), to: noon + .seconds(to), notBefore: noon + .seconds(edge),
                    limit: limit
                ).map(\.time)
            }
            #expect(try await shown(0, 10) == times)
            #expect(try await shown(2, 5) == Array(times[2..<5]))
            #expect(try await shown(0, 10, edge: 7) == Array(times[7...]))
            #expect(try await shown(0, 10, limit: 3) == Array(times[..<3]))
            #expect(try await shown(0, 10, limit: 0).isEmpty)
            #expect(try await shown(0, 10, limit: -1).isEmpty)
            #expect(try await shown(5, 2).isEmpty)
        }
    }

    @Test func latestRecordsAreWithinTheirTerm() async throws {
        try await withDatabase { database in
            let power = try series("meter", kind: .power)
            let temperature = try series("air", kind: .temperature)
            let contact = try series("door", kind: .contact)
            let terms = RetentionTerms(energyDays: 2, environmentDays: 1)
            _ = try await database.readings.append(
                readings: [
                    valid(power, at: noon - .days(2), value: 1), valid(power, at: noon - .days(3), value: 9),
                    valid(temperature, at: noon, value: 20), valid(temperature, at: noon - .seconds(1), value: 19),
                ],
                changes: [StateChange(series: contact, time: noon - .days(1), value: .boolean(true))])
            let latest = try await database.readings.latest(now: noon, terms: terms)
            #expect(latest.readings.mapValues(\.value) == [power: 1, temperature: 20])
            #expect(latest.states.mapValues(\.value) == [contact: .boolean(true)])
            let later = try await database.readings.latest(now: noon + .milliseconds(1), terms: terms)
            #expect(later.readings.mapValues(\.value) == [temperature: 20])
            #expect(later.states.isEmpty)
        }
    }

    @Test func seriesOfADeviceAreListed() async throws {
        try await withDatabase { database in
            let own = try [series("plug", kind: .power, part: "left"), series("plug", kind: .power, part: "right")]
            _ = try await database.readings.append(
                readings: (own + [series("other", kind: .power)]).map { try valid($0, at: noon, value: 1) })
            #expect(await database.readings.series(of: try #require(DeviceID("plug"))) == own)
        }
    }

    @Test func concurrentAppendsShareNewSeries() async throws {
        try await withDatabase { database in
            try await withThrowingTaskGroup { group in
                for writer in 0..<8 {
                    group.addTask {
                        for number in 0..<20 {
                            let series = try series("d\(number)", kind: .power)
                            _ = try await database.readings.append(
                                readings: [valid(series, at: noon - .seconds(writer), value: Double(writer))])
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.readings.counts().readings == 160)
            let first = try await database.readings.readings(
                of: series("d0", kind: .power), from: everything, to: forever, notBefore: everything, limit: 100)
            #expect(first.map(\.value) == [7, 6, 5, 4, 3, 2, 1, 0])
        }
    }
}
