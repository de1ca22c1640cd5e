import TimeSeriesStore
import Foundation
import HomeModel
import HomeStore
import TestSupport

/// The bytes that a stored reading uses after compaction, counting every file in the folder of the home.
struct HistoryAtRestBenchmark: Benchmark {
    let name = "rest"
    let summary = "bytes a reading at rest, 40 series over 30 days, beside tables of SQLite"

    private static let seriesCount = 40
    private static let days = 30
    /// A row has the same size however many rows there are, so a few days are enough.
    private static let tableDays = 3
    private static let start = Timestamp(milliseconds: 1_767_225_600_000)

    func figures() async throws -> [Figure] {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let corpus = HomeCorpus(series: Self.seriesCount, seed: 1)
        Console.note("  importing \(Self.days) days")
        let (bytes, readings, took) = try await Self.importHistory(corpus, in: folder)
        Console.note("  the same readings in compressed columns")
        let compressed = try await Self.columns(of: corpus)
        Console.note("  the same readings in tables")
        let (clustered, lean) = try await Self.tables(of: corpus, in: folder)
        return [
            Figure(
                "bytes a reading at rest", in: "B", values: .one(Double(bytes) / Double(readings)),
                goals: [.atMost(1.24)],
                baseline: .init(what: "columns, zstd -19", values: .one(Double(compressed) / Double(readings))),
                note: """
                    \(readings) readings of \(Self.seriesCount) series, \(bytes) bytes with hours and indexes; the \
                    jitter of their times alone is \(Self.jitterBytes.brief) bytes. The leanest rows of SQLite take \
                    \(lean.brief), a table clustered by series and time \(clustered.brief).
                    """),
            Figure("import of a reading", in: "µs", values: .one(took / .microseconds(1) / Double(readings))),
        ]
    }

    /// The entropy of a normal distribution in bytes.
    private static var jitterBytes: Double {
        let deviation = ReportTiming().jitter
        return log2(deviation * (2 * .pi * M_E).squareRoot()) / 8
    }

    /// Imports the history into a new database. Returns the size of all its files, the number of readings and the duration.
    private static func importHistory(
        _ corpus: HomeCorpus, in folder: TemporaryFolder
    ) async throws -> (bytes: Int, readings: Int, took: Duration) {
        let database = try HomeDatabase.open(path: "\(folder.path)/home.sqlite")
        var count = 0
        var took = Duration.zero
        for index in corpus.series.indices {
            let readings = corpus.readings(of: index, from: start, for: .days(days))
            let begin = ContinuousClock.now
            count += try await database.readings.importReadings(
                readings, of: try corpus.id(of: index), kind: corpus.kind(of: index))
            took += ContinuousClock.now - begin
        }
        database.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names.reduce(0) { $0 + folder.bytes(ofFile: $1) }, count, took)
    }

    private static func columns(of corpus: HomeCorpus) async throws -> Int {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        return try await corpus.series.indices.asyncMap { index in
            try await ZstdColumns.size(of: corpus.readings(of: index, from: start, for: .days(days)), in: folder)
        }
        .reduce(0, +)
    }

    /// Returns the bytes per row: of one table clustered by series and time, and of a table for each series.
    private static func tables(
        of corpus: HomeCorpus, in folder: TemporaryFolder
    ) async throws -> (clustered: Double, lean: Double) {
        var rows = 0
        var script = "CREATE TABLE reading (series INTEGER, time INTEGER, value REAL, PRIMARY KEY (series, time))"
        script += " WITHOUT ROWID;\n.mode csv\n"
        var lean = ".mode csv\n"
        for index in corpus.series.indices {
            let readings = corpus.readings(of: index, from: start, for: .days(tableDays))
            rows += readings.count
            let lines = readings.map { "\($0.time.milliseconds),\($0.value)\n" }
            try lines.joined().write(toFile: "\(folder.path)/\(index).csv", atomically: false, encoding: .utf8)
            try lines.map { "\(index),\($0)" }.joined()
                .write(toFile: "\(folder.path)/clustered-\(index).csv", atomically: false, encoding: .utf8)
            script += ".import \(folder.path)/clustered-\(index).csv reading\n"
            lean += "CREATE TABLE reading\(index) (time INTEGER PRIMARY KEY, value REAL);\n"
            lean += ".import \(folder.path)/\(index).csv reading\(index)\n"
        }
        let clustered = try await SQLiteScript(script).run(on: "clustered.sqlite", in: folder)
        let leanest = try await SQLiteScript(lean).run(on: "lean.sqlite", in: folder)
        return (Double(clustered) / Double(rows), Double(leanest) / Double(rows))
    }
}
