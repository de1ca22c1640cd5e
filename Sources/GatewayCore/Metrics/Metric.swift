/// A metric with the name that monitoring systems use. Label values are fixed words, never names or ids, so their
/// number is limited and they reveal nothing about people.
package struct Metric: Sendable {
    /// The type of a metric with its samples.
    package enum Values: Sendable {
        /// Only increases, until the next start.
        case counter([Sample])
        case gauge([Sample])
        case histogram(Histogram)
    }

    /// One value of a metric, with its label if there are several.
    package struct Sample: Sendable {
        package let label: (name: String, value: String)?
        package let value: Double
    }

    package let name: String
    /// One sentence for people.
    package let help: String
    package let values: Values

    private init(_ name: String, help: String, values: Values) {
        self.name = name
        self.help = help
        self.values = values
    }

    package static func counter(_ name: String, help: String, value: Double) -> Metric {
        Metric(name, help: help, values: .counter([Sample(label: nil, value: value)]))
    }

    package static func counter(
        _ name: String, help: String, by label: String, values: [String: Int]
    ) -> Metric {
        Metric(name, help: help, values: .counter(samples(label, values: values.mapValues(Double.init))))
    }

    package static func gauge(_ name: String, help: String, value: Double) -> Metric {
        Metric(name, help: help, values: .gauge([Sample(label: nil, value: value)]))
    }

    package static func gauge(
        _ name: String, help: String, by label: String, values: [String: Int]
    ) -> Metric {
        Metric(name, help: help, values: .gauge(samples(label, values: values.mapValues(Double.init))))
    }

    package static func histogram(_ name: String, help: String, histogram: Histogram) -> Metric {
        Metric(name, help: help, values: .histogram(histogram))
    }

    private static func samples(_ label: String, values: [String: Double]) -> [Sample] {
        values.sorted { $0.key < $1.key }.map { Sample(label: (label, $0.key), value: $0.value) }
    }
}

/// Collects all metrics of a running gateway from the services that keep them.
package struct Metrics: Sendable {
    package typealias Collector = @Sendable () async -> [Metric]

    private let collectors: [Collector]

    package init(_ collectors: [Collector]) { self.collectors = collectors }

    /// Returns the metrics of all collectors.
    package func collect() async -> [Metric] {
        var metrics: [Metric] = []
        for collector in collectors { metrics += await collector() }
        return metrics
    }
}

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
