import TimeSeriesStore
import Foundation
import HomeModel
import HomeStore

/// The bytes that the disk has to write for a reading, from the commit to the compacted block. They wear out an SD
/// card.
struct WrittenBytesBenchmark: Benchmark {
    let name = "written"
    let summary = "bytes written a reading: 2,000 series once a minute, a commit a second, with flushes and compaction"

    private static let seriesCount = 2000
    private static let hours = 4
    private static let tableCommits = 900
    /// Existing rows of each series, so that the pages of the table are those of a long history.
    private static let tableHistory = 600
    private static let start = Timestamp(milliseconds: 1_767_225_600_000)

    func figures() async throws -> [Figure] {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let day = try CorpusDay(series: Self.seriesCount, interval: 60, from: Self.start)
        let store = try await Self.store(day, in: folder)
        Console.note("  \(Self.tableCommits) commits to a table")
        let (table, rows) = try await Self.table(day, in: folder)
        return [
            Figure(
                "bytes written a reading", in: "B",
                values: [
                    Figure.Value(name: "to disk", number: store.perReading(\.toDisk)),
                    Figure.Value(name: "by calls", number: store.perReading(\.byCalls)),
                ],
                goals: [.atMost(100, value: "to disk"), .atMost(100, value: "by calls")],
                baseline: .init(
                    what: "clustered SQLite table",
                    values: [
                        Figure.Value(name: "to disk", number: Double(table.toDisk) / Double(rows)),
                        Figure.Value(name: "by calls", number: Double(table.byCalls) / Double(rows)),
                    ]),
                note: """
                    By calls: passed to the kernel; to disk: written by the kernel, in pages. Committing and \
                    flushing \(store.commit.perReading(store.committed)) of \(store.committed) readings in \
                    \(store.commits.count) commits, compacting \(store.merge.perReading(store.merged)) of a day's \
                    \(store.merged) (bytes to disk a reading); it took \((store.merging / .seconds(1)).brief) s.
                    """),
            Figure("commit of a second's readings", in: "ms", values: Latencies(store.commits).values),
        ]
    }

    /// The measured bytes of the commits and of the compaction.
    private struct Parts {
        /// The bytes of the hours that are committed second by second and flushed.
        var commit = WrittenBytes.none
        var committed = 0
        var commits: [Duration] = []
        /// The bytes of the compaction of the whole day.
        var merge = WrittenBytes.none
        var merged = 0
        var merging = Duration.zero

        func perReading(_ bytes: KeyPath<WrittenBytes, Int>) -> Double {
            Double(commit[keyPath: bytes]) / Double(committed) + Double(merge[keyPath: bytes]) / Double(merged)
        }
    }

    /// Commits some hours second by second and the rest of the day in larger commits, then compacts the whole day, as
    /// the gateway does once a day.
    private static func store(_ day: CorpusDay, in folder: TemporaryFolder) async throws -> Parts {
        let database = try HomeDatabase.open(path: "\(folder.path)/home.sqlite")
        defer { database.close() }
        var parts = Parts()
        Console.note("  \(hours) hours of \(seriesCount) series, second by second")
        var before = WrittenBytes.ofThisProcess
        try await commit(day, to: database, parts: &parts)
        parts.commit = WrittenBytes.ofThisProcess - before
        Console.note("  the rest of the day")
        parts.merged = parts.committed
        for minute in hours * 60..<24 * 60 {
            let batch = try day.batch(in: minute * 60..<minute * 60 + 60)
            try await database.readings.append(batch)
            parts.merged += batch.readings.count
            if minute % 60 == 59 { try await database.readings.flush() }
        }
        Console.note("  compacting it")
        before = WrittenBytes.ofThisProcess
        let begin = ContinuousClock.now
        try await database.readings.flushAndCompactAll()
        parts.merging = ContinuousClock.now - begin
        database.close()
        parts.merge = WrittenBytes.ofThisProcess - before
        return parts
    }

    private static func commit(_ day: CorpusDay, to database: HomeDatabase, parts: inout Parts) async throws {
        let clock = ManualClock(start)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await database.readings.runFlushesAndCompactions(
                    now: { clock.now }, zone: { .gmt }, sleep: { await clock.sleep(for: $0) })
            }
            for second in 0..<hours * 3600 {
                clock.advance(to: start + .seconds(second))
                let batch = try day.batch(in: second..<second + 1)
                let begin = ContinuousClock.now
                try await database.readings.append(batch)
                parts.commits.append(ContinuousClock.now - begin)
                parts.committed += batch.readings.count
            }
            group.cancelAll()
            clock.end()
        }
        try await database.readings.flush()
    }

    /// Commits the same readings, a transaction a second, to a table that has a history.
    private static func table(
        _ day: CorpusDay, in folder: TemporaryFolder
    ) async throws -> (written: WrittenBytes, rows: Int) {
        var script = """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            CREATE TABLE reading (series INTEGER, time INTEGER, value REAL, PRIMARY KEY (series, time)) WITHOUT ROWID;
            WITH RECURSIVE one(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM one WHERE n < \(seriesCount - 1)),
                past(m) AS (SELECT \(tableHistory) UNION ALL SELECT m - 1 FROM past WHERE m > 1)
            INSERT INTO reading SELECT n, \(start.milliseconds) - m * 60000, m / 7.0 FROM one, past ORDER BY 1, 2;
            PRAGMA wal_checkpoint(TRUNCATE);
            .system cat /proc/$PPID/io > \(folder.path)/before

            """
        var count = 0
        for second in 0..<tableCommits {
            let rows = day.arrivals(in: second..<second + 1).map { arrival in
                "(\(arrival.series),\(arrival.reading.time.milliseconds),\(arrival.reading.value))"
            }
            if !rows.isEmpty { script += "INSERT INTO reading VALUES \(rows.joined(separator: ","));\n" }
            count += rows.count
        }
        script += "PRAGMA wal_checkpoint(TRUNCATE);\n.system cat /proc/$PPID/io > \(folder.path)/after\n"
        try await SQLiteScript(script).run(on: "table.sqlite", in: folder)
        return (WrittenBytes(inFile: "\(folder.path)/after") - WrittenBytes(inFile: "\(folder.path)/before"), count)
    }
}

extension WrittenBytes {
    fileprivate func perReading(_ readings: Int) -> String { (Double(toDisk) / Double(readings)).brief }
}
