/// Counts durations in buckets.
package struct Histogram: Sendable {
    /// Bounds in seconds, from the latency of a light to delays that people do not accept.
    package static let latencies = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// Upper bounds, ascending and inclusive. Values above all of them are only in `count`.
    package let bounds: [Double]
    /// The count of each bucket alone; buckets do not include smaller ones.
    package private(set) var counts: [Int]
    package private(set) var count = 0
    package private(set) var sum = 0.0

    package init(bounds: [Double] = latencies) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count)
    }

    package mutating func record(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        count += 1
        sum += seconds
        if let bucket = bounds.firstIndex(where: { seconds <= $0 }) { counts[bucket] += 1 }
    }
}
