import Foundation
import GatewayApp
import GatewayWire
import HomeModel
import SimulatedHome
import Subprocess
import TestSupport
import Testing

/// The metrics of a home with commands and refusals, read by the parser of Prometheus.
@Suite(.timeLimit(.minutes(15))) struct MetricsStory {
    @Test func metricsMatchTheActionsInTheHome() async throws {
        try await withHome { home in
            try await withDevices(of: .lamp, in: home) { _ in
                try await home.adopt(.lamp)
                try await eventually("the lamp is ready") { try await home.device("lamp").availability == .ready }
                let before = try await home.metrics()
                #expect(try await home.tomte("send", "lamp", "switch", "on").status == 0)
                #expect(try await home.tomte("people", "add", "Gus", "--role", "guest").status == 0)
                for _ in 0..<3 {
                    #expect(try await home.tomte("send", "lamp", "switch", "off", "--as", "gus").status == 3)
                }
                let after = try await home.metrics()
                try metricsCountTheActions(before, after: after)
                try metricsFollowTheConventions(after)
                try dashboardUsesOnlyExistingMetrics(after)
                #expect(try await home.scrape(as: "gus").status != 0)
            }
        }
    }

    private func metricsCountTheActions(_ before: Families, after: Families) throws {
        func increase(_ name: String, labels: [String: String] = [:]) throws -> Double {
            let values = [before, after].map { $0.value(name, labels: labels) }
            return try #require(values[1]) - (values[0] ?? 0)
        }
        #expect(try increase("tomte_commands_total", labels: ["outcome": "confirmed"]) == 1)
        #expect(try increase("tomte_commands_total", labels: ["outcome": "refused"]) == 3)
        #expect(try increase("tomte_commands_total", labels: ["outcome": "timedOut"]) == 0)
        #expect(try increase("tomte_command_dispatch_seconds_count") == 1)
        #expect(try increase("tomte_command_duration_seconds_count") == 4)
        #expect(try increase("tomte_refusals_total", labels: ["event": "device.control"]) == 3)
        // The two refusals that repeat the first one are one entry.
        #expect(try increase("tomte_audit_entries_total", labels: ["severity": "warning"]) <= 2)
        #expect(after.value("tomte_devices") == 1 && after.value("tomte_event_readers") == 0)
        #expect(after.value("tomte_build_info", labels: ["version": Version.text]) == 1)
        for name in [
            "tomte_uptime_seconds", "process_resident_memory_bytes", "process_anonymous_memory_bytes",
            "process_proportional_memory_bytes", "tomte_database_bytes",
        ] {
            #expect(try #require(after.value(name)) > 0, "\(name)")
        }
        for (family, sample) in after.samples where family.type == "counter" || family.type == "histogram" {
            let earlier = before.value(sample.name, labels: sample.labels) ?? 0
            #expect(sample.value >= earlier, "\(sample.name) \(sample.labels)")
        }
    }

    private func metricsFollowTheConventions(_ families: Families) throws {
        #expect(families.all.count > 25 && Set(families.all.map(\.name)).count == families.all.count)
        for family in families.all {
            #expect(family.help.hasSuffix("."), "\(family.name)")
            #expect(["counter", "gauge", "histogram"].contains(family.type), "\(family.name)")
            #expect(family.name.wholeMatch(of: /(tomte|process)_[a-z_]*[a-z]/) != nil, "\(family.name)")
        }
        for (_, sample) in families.samples {
            for (label, value) in sample.labels {
                #expect(
                    ["reason", "outcome", "severity", "event", "kind", "sort", "version", "le"].contains(label),
                    "\(sample.name)")
                #expect(!value.lowercased().contains("lamp") && !value.lowercased().contains("gus"), "\(sample.name)")
            }
        }
        for family in families.all where family.type == "histogram" {
            let buckets = family.samples.filter { $0.name.hasSuffix("_bucket") }.map(\.value)
            #expect(buckets == buckets.sorted() && buckets.last == families.value("\(family.name)_count"))
        }
    }

    private func dashboardUsesOnlyExistingMetrics(_ families: Families) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../dashboards/tomte.json")
        let dashboard = try JSONDecoder().decode(Dashboard.self, from: Data(contentsOf: file))
        let expressions = dashboard.panels.flatMap(\.targets).map(\.expr)
        #expect(expressions.count > 20)
        let known = families.sampleNames
        for expression in expressions {
            let named = expression.matches(of: /\b(tomte|process)_[a-z_]+/).map { String($0.output.0) }
            #expect(!named.isEmpty, "\(expression)")
            #expect(known.isSuperset(of: named), "\(expression)")
        }
    }
}

private struct Dashboard: Decodable {
    struct Panel: Decodable { let targets: [Target] }
    struct Target: Decodable { let expr: String }

    let panels: [Panel]
}

/// The metric families that the parser of Prometheus returned.
private struct Families: Sendable {
    struct Family: Decodable, Sendable {
        let name: String
        let type: String
        let help: String
        let samples: [Sample]
    }

    struct Sample: Decodable, Sendable {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    let all: [Family]

    var samples: [(Family, Sample)] { all.flatMap { family in family.samples.map { (family, $0) } } }

    /// The names of all samples, also of families that have no sample yet. The parser removes `_total` from the
    /// names of counters.
    var sampleNames: Set<String> {
        Set(
            all.flatMap { family in
                switch family.type {
                case "counter": ["\(family.name)_total"]
                case "histogram": ["_bucket", "_sum", "_count"].map { family.name + $0 }
                default: [family.name]
                }
            })
    }

    func value(_ name: String, labels: [String: String] = [:]) -> Double? {
        samples.first { $0.1.name == name && $0.1.labels == labels }?.1.value
    }
}

extension HomeUnderTest {
    /// Returns the response that a scraper gets over the socket with the rights of a person.
    fileprivate nonisolated func scrape(as person: String? = nil) async throws -> (status: Int32, text: String) {
        let socket = try StateFolder(path: state).socket
        let result = try await Subprocess.run(
            .name("curl"),
            arguments: Arguments(
                ["--silent", "--fail", "--unix-socket", socket]
                    + (person.map { ["--header", "Tomte-As: \($0)"] } ?? [])
                    + ["http://localhost/api/v1/metrics"]),
            output: .string(limit: 1 << 20))
        guard case .exited(let status) = result.terminationStatus else { return (-1, "") }
        return (status, result.standardOutput)
    }

    fileprivate nonisolated func metrics() async throws -> Families {
        let text = try await scrape().text
        let file = "\(state).metrics"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data(text.utf8).write(to: URL(filePath: file))
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Fixtures/parse-metrics.py").standardizedFileURL.path
        let result = try await Subprocess.run(
            .name("env"), arguments: ["/usr/bin/python3", script, file], output: .string(limit: 4 << 20),
            error: .string(limit: 1 << 20))
        try #require(!result.standardOutput.isEmpty, "no metrics: \(result.standardError)")
        return Families(
            all: try JSONDecoder().decode([Families.Family].self, from: Data(result.standardOutput.utf8)))
    }
}
