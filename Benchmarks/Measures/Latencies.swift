/// The durations of one operation, measured many times.
struct Latencies: Sendable {
    /// The durations in milliseconds, shortest first.
    let sorted: [Double]

    init(_ durations: [Duration]) { sorted = durations.map { $0 / .milliseconds(1) }.sorted() }

    var count: Int { sorted.count }
    var p50: Double { percentile(0.50) }
    var p95: Double { percentile(0.95) }
    var p99: Double { percentile(0.99) }

    var values: [Figure.Value] {
        [Figure.Value(name: "p50", number: p50), Figure.Value(name: "p99", number: p99)]
    }

    /// The values of figures with a goal for the 95th percentile.
    var values95: [Figure.Value] {
        [Figure.Value(name: "p50", number: p50), Figure.Value(name: "p95", number: p95)]
    }

    /// The values minus the median of `other`. The slow cases of `other` are not subtracted, so they count against the
    /// gateway.
    func values(beyond other: Latencies) -> [Figure.Value] {
        [
            Figure.Value(name: "p50", number: max(0, p50 - other.p50)),
            Figure.Value(name: "p99", number: max(0, p99 - other.p50)),
        ]
    }

    /// Returns the smallest duration that this fraction of all durations does not exceed.
    private func percentile(_ share: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        return sorted[min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.up)) - 1)]
    }
}
