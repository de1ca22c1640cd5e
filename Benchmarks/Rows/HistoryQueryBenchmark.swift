import TimeSeriesStore
import Foundation
import HomeModel
import HomeStore

/// Queries to a home with two years of history, and the same queries to a home with one week.
struct HistoryQueryBenchmark: Benchmark {
    let name = "query"
    let summary = "charts and raw readings from two years of 200 series, beside a home that has one week of one series"

    private static let seriesCount = 200
    private static let days = 730
    private static let start = Timestamp(milliseconds: 1_767_225_600_000)
    private static let end = start + .days(days)
    private static let rounds = 100

    func figures() async throws -> [Figure] {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        Console.note("  two years of \(Self.seriesCount) series")
        let old = try HomeDatabase.open(path: "\(folder.path)/old.sqlite")
        defer { old.close() }
        let (count, took) = try await Self.fill(old)
        let young = try HomeDatabase.open(path: "\(folder.path)/young.sqlite")
        defer { young.close() }
        let corpus = HomeCorpus(series: 1, seed: 3)
        let week = Self.end - .days(7)
        _ = try await Self.add(corpus, index: 0, to: young, from: week, until: Self.end)
        Console.note("  querying")
        let id = try corpus.id(of: 0)
        let charts = try await Self.charts(of: old)
        let days = try await Self.days(of: id, in: old, since: Self.start)
        let youngDays = try await Self.days(of: id, in: young, since: week)
        let (commits, youngCommits) = try await Self.commits(to: old, and: young)
        let note = """
            \(count) readings, \(ByteCountFormatStyle().locale(Locale(identifier: "en_US")).format(old.size)) on disk, \
            filled in \((took / .seconds(1)).brief) s.
            """
        return [
            Figure(
                "730 days by the hour, one sensor", in: "ms", values: charts.values95,
                goals: [.atMost(15, value: "p95")], note: note),
            Figure(
                "24 h raw, one sensor (8,640)", in: "ms", values: days.values95, goals: [.atMost(5, value: "p95")],
                baseline: .init(what: "home with one week", values: youngDays.values95)),
            Figure(
                "commit of 33 readings, two years", in: "ms", values: commits.values95,
                baseline: .init(what: "home with one week", values: youngCommits.values95)),
        ]
    }

    /// The first two series report every ten seconds, the others less often, so that this takes no more than a minute.
    private static func fill(_ database: HomeDatabase) async throws -> (readings: Int, took: Duration) {
        let begin = ContinuousClock.now
        var count = 0
        for index in 0..<seriesCount {
            let corpus = HomeCorpus(series: seriesCount, seed: 3, interval: interval(of: index))
            let step = Duration.days(index < 2 ? 30 : days)
            var from = start
            while from < end {
                let until = min(from + step, end)
                count += try await add(corpus, index: index, to: database, from: from, until: until)
                from = until
            }
        }
        return (count, ContinuousClock.now - begin)
    }

    private static func interval(of index: Int) -> Double { index < 2 ? 10 : index < 20 ? 120 : 900 }

    private static func add(
        _ corpus: HomeCorpus, index: Int, to database: HomeDatabase, from: Timestamp, until: Timestamp
    ) async throws -> Int {
        try await database.readings.importReadings(
            corpus.readings(of: index, from: from, for: until - from), of: corpus.id(of: index),
            kind: corpus.kind(of: index))
    }

    private static func charts(of database: HomeDatabase) async throws -> Latencies {
        let corpus = HomeCorpus(series: seriesCount, seed: 3)
        return try await measured { round in
            let hours = try await database.readings.rollUps(
                of: corpus.id(of: round * 7 % 20), from: start, to: end, notBefore: start)
            guard hours.count > days * 23 else { throw ConditionNotMet("the chart has its hours") }
        }
    }

    private static func days(
        of id: SeriesID, in database: HomeDatabase, since: Timestamp
    ) async throws -> Latencies {
        let choice = max(1, Int((end - since) / .hours(1)) - 24)
        return try await measured { round in
            let from = since + .hours(round * 997 % choice)
            let readings = try await database.readings.readings(
                of: id, from: from, to: from + .hours(24), notBefore: since, limit: .max)
            guard readings.count > 5000 else { throw ConditionNotMet("the day has its readings") }
        }
    }

    /// Commits alternate between the two databases, so that both see the disk in the same state.
    private static func commits(
        to old: HomeDatabase, and young: HomeDatabase
    ) async throws -> (Latencies, Latencies) {
        let day = try CorpusDay(series: 33, interval: 1, from: end)
        var durations: [[Duration]] = [[], []]
        for second in 0..<rounds * 4 {
            for (index, database) in [old, young].enumerated() {
                let batch = try day.batch(in: second..<second + 1)
                let begin = ContinuousClock.now
                try await database.readings.append(batch)
                durations[index].append(ContinuousClock.now - begin)
            }
        }
        return (Latencies(durations[0]), Latencies(durations[1]))
    }

    private static func measured(_ body: (Int) async throws -> Void) async throws -> Latencies {
        var durations: [Duration] = []
        for round in 0..<rounds {
            let begin = ContinuousClock.now
            try await body(round)
            durations.append(ContinuousClock.now - begin)
        }
        return Latencies(durations)
    }
}
