/// How long something took, many times.
struct Latencies: Sendable {
    /// Milliseconds, shortest first.
    let sorted: [Double]

    init(_ durations: [Duration]) { sorted = durations.map { $0 / .milliseconds(1) }.sorted() }

    var count: Int { sorted.count }
    var p50: Double { percentile(0.50) }
    var p95: Double { percentile(0.95) }
    var p99: Double { percentile(0.99) }

    var values: [Figure.Value] {
        [Figure.Value(name: "p50", number: p50), Figure.Value(name: "p99", number: p99)]
    }

    /// For figures whose goal is one for 19 of 20.
    var values95: [Figure.Value] {
        [Figure.Value(name: "p50", number: p50), Figure.Value(name: "p95", number: p95)]
    }

    /// Less the time that `other` takes typically. What it takes at its worst stays on our account.
    func values(beyond other: Latencies) -> [Figure.Value] {
        [
            Figure.Value(name: "p50", number: max(0, p50 - other.p50)),
            Figure.Value(name: "p99", number: max(0, p99 - other.p50)),
        ]
    }

    /// The smallest that so large a share does not exceed.
    private func percentile(_ share: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        return sorted[min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.up)) - 1)]
    }
}
