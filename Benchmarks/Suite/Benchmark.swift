/// A group of figures that are measured together.
protocol Benchmark: Sendable {
    /// The name on the command line.
    var name: String { get }
    var summary: String { get }

    func figures() async throws -> [Figure]
}

/// All benchmarks, in the order in which they run.
enum Suite {
    static let all: [any Benchmark] = [
        LiveFeedBenchmark(), CommandBenchmark(), IngestBenchmark(), SteadyLoadBenchmark(), StartBenchmark(),
        FootprintBenchmark(), DeviceListBenchmark(), EventsBenchmark(),
        DecodeBenchmark(), AuditBenchmark(), HistoryAtRestBenchmark(), WrittenBytesBenchmark(), HistoryQueryBenchmark(),
        LargeHomeBenchmark(),
    ]
}
