/// Some figures that are measured together.
protocol Benchmark: Sendable {
    /// What it is called on the command line.
    var name: String { get }
    var summary: String { get }

    func figures() async throws -> [Figure]
}

enum Suite {
    static let all: [any Benchmark] = [
        LiveFeedBenchmark(), CommandBenchmark(), IngestBenchmark(), SteadyLoadBenchmark(), StartBenchmark(),
        FootprintBenchmark(), DeviceListBenchmark(), EventsBenchmark(),
        DecodeBenchmark(), AuditBenchmark(), HistoryAtRestBenchmark(), WrittenBytesBenchmark(), HistoryQueryBenchmark(),
        LargeHomeBenchmark(),
    ]
}
