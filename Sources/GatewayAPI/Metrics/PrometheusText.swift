import GatewayCore
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdCore
import NIOCore

/// Metrics in Prometheus' text format 0.0.4. Source: prometheus.io, "Exposition formats".
struct PrometheusText: Sendable {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    init(_ metrics: [Metric]) {
        for metric in metrics { write(metric) }
    }

    private mutating func write(_ metric: Metric) {
        text += "# HELP \(metric.name) \(Self.escaped(metric.help))\n"
        switch metric.values {
        case .counter(let samples): write(samples, of: metric.name, as: "counter")
        case .gauge(let samples): write(samples, of: metric.name, as: "gauge")
        case .histogram(let histogram): write(histogram, of: metric.name)
        }
    }

    private mutating func write(_ samples: [Metric.Sample], of name: String, as type: String) {
        text += "# TYPE \(name) \(type)\n"
        for sample in samples { line(name, label: sample.label, value: sample.value) }
    }

    private mutating func write(_ histogram: Histogram, of name: String) {
        text += "# TYPE \(name) histogram\n"
        var below = 0
        for (bound, count) in zip(histogram.bounds, histogram.counts) {
            below += count
            line("\(name)_bucket", label: ("le", Self.number(bound)), value: Double(below))
        }
        line("\(name)_bucket", label: ("le", "+Inf"), value: Double(histogram.count))
        line("\(name)_sum", label: nil, value: histogram.sum)
        line("\(name)_count", label: nil, value: Double(histogram.count))
    }

    private mutating func line(_ name: String, label: (name: String, value: String)?, value: Double) {
        text += name
        if let label { text += "{\(label.name)=\"\(Self.escaped(label.value, quotes: true))\"}" }
        text += " \(Self.number(value))\n"
    }

    /// Escapes backslashes and line feeds, and double quotes if `quotes` is true. An unescaped line feed would let a
    /// value add a line of its own.
    private static func escaped(_ text: String, quotes: Bool = false) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Writes whole numbers without a fraction, as far as a double represents them exactly.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value == value.rounded() && abs(value) < 0x1p53 ? String(Int64(value)) : String(value)
    }
}

/// Metrics of the gateway.
enum MetricsRoutes {
    static let all: [Route<OperationServices>] = [
        .on(
            .get, path: "/metrics", access: .requires(.viewMetrics),
            summary: "Get the metrics of the gateway, for Prometheus"
        ) { call in
            PrometheusText(await call.services.metrics.collect())
        }
    ]
}

extension PrometheusText: DocumentedResponse {
    static let documentation = [
        ResponseDocumentation(
            status: .ok, meaning: "The metrics in Prometheus' text format 0.0.4.",
            content: ["text/plain": MediaType(.text, example: "tomte_readings_stored_total 42\n")])
    ]

    func response() -> Response {
        Response(
            status: .ok, headers: [.contentType: Self.contentType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
