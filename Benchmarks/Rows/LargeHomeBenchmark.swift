import Foundation
import HomeModel
import HomeStore
import TimeSeriesStore
import Synchronization

/// The costs of a home of 250 series with a long history: its energy, its metrics, and an import beside other writers.
struct LargeHomeBenchmark: Benchmark {
    let name = "large"
    let summary = "a year's energy of 250 series, metrics of 96,000 blocks, an import of late readings beside writers"

    private static let seriesCount = 250
    private static let days = 365
    private static let start = Timestamp(milliseconds: 1_767_225_600_000)
    private static let end = start + .days(days)
    private static let zone = TimeZone(identifier: "Europe/Stockholm") ?? .gmt
    private static let blocks = 96_000

    func figures() async throws -> [Figure] {
        try await [Self.energy(), Self.metrics(), Self.imports()]
    }

    // MARK: A year's energy

    /// Readings of each hour that are compacted, and an hour of readings every ten seconds that are only flushed.
    private static func energy() async throws -> Figure {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let database = try HomeDatabase.open(path: "\(folder.path)/home.sqlite")
        defer { database.close() }
        Console.note("  a year of \(seriesCount) counters")
        let meters = try (0..<seriesCount).map { try meter("meter-\($0)") }
        for (index, meter) in meters.enumerated() {
            let past = (0..<days * 24).map { hour in
                Reading(time: start + .hours(hour) + .seconds(index), value: Double(hour) / 8)
            }
            _ = try await database.readings.importReadings(past, of: meter, kind: .energy)
        }
        for second in stride(from: 0, to: 3600, by: 10) {
            let readings = try meters.map { meter in
                try valid(
                    meter,
                    reading: Reading(time: end + .seconds(second), value: Double(days * 3) + Double(second) / 3600))
            }
            try await database.readings.append(RecordBatch(readings: readings))
        }
        try await database.readings.flush()
        let byHours = try await total(of: meters, in: database, 3)
        try await database.readings.buildDays(in: zone)
        let byDays = try await total(of: meters, in: database, 5)
        guard abs(byHours.kilowattHours - byDays.kilowattHours) < 1e-3 else {
            throw ConditionNotMet("days and hours add up to the same")
        }
        return Figure(
            "a year's energy of 250 series", in: "s", values: .one(byDays.seconds), goals: [.atMost(1)],
            baseline: .init(what: "the same before days are built", values: .one(byHours.seconds)),
            note: "\(byDays.kilowattHours.brief) kWh; an hour of readings every 10 s is not compacted yet.")
    }

    private static func total(
        of meters: [SeriesID], in database: HomeDatabase, _ rounds: Int
    ) async throws -> (seconds: Double, kilowattHours: Double) {
        var best = (seconds: Double.infinity, kilowattHours: 0.0)
        for _ in 0..<rounds {
            let begin = ContinuousClock.now
            var sum = 0.0
            for meter in meters {
                let days = try await database.readings.days(
                    of: meter, from: start, to: end + .hours(1), notBefore: start, in: zone)
                sum += days.reduce(0) { $0 + $1.rollUp.increase }
            }
            let seconds = (ContinuousClock.now - begin) / .seconds(1)
            if seconds < best.seconds { best = (seconds, sum) }
        }
        return best
    }

    // MARK: Metrics

    private static func metrics() async throws -> Figure {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        Console.note("  \(blocks) blocks")
        try HomeDatabase.open(path: "\(folder.path)/home.sqlite").close()
        _ = try await SQLiteScript(
            """
            PRAGMA journal_mode = DELETE;
            PRAGMA synchronous = OFF;
            INSERT INTO series (id, device, part, capability, kind) VALUES (1, 'meter', 'main', 'power', 'energy');
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(blocks))
            INSERT INTO block (series, first, last, count, data) SELECT 1, n * 10, n * 10 + 9, 10, zeroblob(3000)
            FROM number;
            """
        ).run(on: "home.sqlite", in: folder)
        let large = try HomeDatabase.open(path: "\(folder.path)/home.sqlite")
        defer { large.close() }
        guard try await large.readings.blockStatistics()["sealed"]?.count == blocks else {
            throw ConditionNotMet("all blocks are counted")
        }
        let small = try HomeDatabase.open(path: "\(folder.path)/small.sqlite")
        defer { small.close() }
        let (many, few) = try await (scrapes(of: large), scrapes(of: small))
        return Figure(
            "block figures of 96,000 blocks", in: "ms", values: many.values95, goals: [.atMost(5, value: "p95")],
            baseline: .init(what: "home without blocks", values: few.values95))
    }

    private static func scrapes(of database: HomeDatabase) async throws -> Latencies {
        var durations: [Duration] = []
        for _ in 0..<100 {
            let begin = ContinuousClock.now
            _ = try await database.readings.blockStatistics()
            durations.append(ContinuousClock.now - begin)
        }
        return Latencies(durations)
    }

    // MARK: An import beside writers

    /// Late readings, one every hour, are imported into 200 days of a reading every 10 s: each is between existing
    /// ones.
    private static func imports() async throws -> Figure {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        Console.note("  an import beside writers")
        let database = try HomeDatabase.open(path: "\(folder.path)/home.sqlite")
        defer { database.close() }
        let power = SeriesID(device: try device("plug"), part: .main, capability: CapabilityName(.power))
        let span = 200 * 8640
        let past = (0..<span).map { Reading(time: start + .seconds($0 * 10), value: Double($0 % 977)) }
        _ = try await database.readings.importReadings(past, of: power, kind: .energy)
        let alone = try await waits(of: database) { try await Task.sleep(for: .seconds(1)) }
        let late = (0..<200 * 24).map { Reading(time: start + .seconds($0 * 3600 + 5), value: 1) }
        let begin = ContinuousClock.now
        let beside = try await waits(of: database) {
            guard try await database.readings.importReadings(late, of: power, kind: .energy) == late.count else {
                throw ConditionNotMet("all late readings are new")
            }
        }
        let took = (ContinuousClock.now - begin) / .seconds(1)
        return Figure(
            "wait of another writer during an import", in: "ms", values: beside.values95,
            goals: [.atMost(250, value: "p95")],
            baseline: .init(what: "no import", values: alone.values95),
            note: "\(late.count) late readings among \(span), in \(took.brief) s.")
    }

    /// Measures how long a small write takes, again and again while `body` runs.
    private static func waits(
        of database: HomeDatabase, _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> Latencies {
        let progress = Progress()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { progress.isOver.store(true, ordering: .relaxed) }
                try await body()
            }
            var durations: [Duration] = []
            var days = 0
            repeat {
                days = days % 300 + 1
                let begin = ContinuousClock.now
                try await database.retention.save(RetentionTerms(energyDays: 300 + days, environmentDays: 300))
                durations.append(ContinuousClock.now - begin)
            } while !progress.isOver.load(ordering: .relaxed)
            try await group.waitForAll()
            return Latencies(durations)
        }
    }

    /// Shows the writer that the import has ended.
    private final class Progress: Sendable {
        let isOver = Atomic(false)
    }

    // MARK: Series

    private static func meter(_ name: String) throws -> SeriesID {
        SeriesID(device: try device(name), part: .main, capability: CapabilityName(.energy))
    }

    private static func device(_ name: String) throws -> DeviceID {
        guard let id = DeviceID(name) else { throw ConditionNotMet("\(name) is an id") }
        return id
    }

    private static func valid(_ series: SeriesID, reading: Reading) throws -> ValidReading {
        try ReadingValidator(terms: RetentionTerms(energyDays: 3650, environmentDays: 3650)).validate(
            ReportedReading(series: series, time: reading.time, value: reading.value),
            by: QuantityRule(Capability(series.capability)), now: end + .hours(1))
    }
}
