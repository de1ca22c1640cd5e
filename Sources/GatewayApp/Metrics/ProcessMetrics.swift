import Foundation
import GatewayCore

/// Metrics of this process from the kernel, under the names that every exporter uses. Source: proc(5).
enum ProcessMetrics {
    private static let ticksPerSecond = Double(sysconf(Int32(_SC_CLK_TCK)))
    private static let pageBytes = Double(sysconf(Int32(_SC_PAGESIZE)))

    static func collect() -> [Metric] {
        var metrics: [Metric] = []
        if let stat = fields() {
            metrics += [
                .counter(
                    "process_cpu_seconds_total", help: "Processor time used, in user and system mode.",
                    value: (stat.user + stat.system) / ticksPerSecond),
                .gauge(
                    "process_resident_memory_bytes", help: "Memory of this process that is in RAM.",
                    value: stat.residentPages * pageBytes),
                .gauge(
                    "process_virtual_memory_bytes", help: "Address space of this process.", value: stat.virtualBytes),
                .gauge("process_threads", help: "Threads of this process.", value: stat.threads),
            ]
        }
        let memory = memoryKilobytes()
        if let anonymous = memory["Anonymous"], let proportional = memory["Pss"] {
            metrics += [
                .gauge(
                    "process_anonymous_memory_bytes", help: "Memory of this process in RAM that no file backs.",
                    value: anonymous * 1024),
                .gauge(
                    "process_proportional_memory_bytes",
                    help: "Memory of this process in RAM, with its share of the pages that other processes use too.",
                    value: proportional * 1024),
            ]
        }
        if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
            metrics.append(.gauge("process_open_fds", help: "Open files and connections.", value: Double(open)))
        }
        return metrics
    }

    /// The fields of `/proc/self/smaps_rollup` in kB; empty if the kernel does not have the file.
    private static func memoryKilobytes() -> [String: Double] {
        let text = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)) ?? ""
        let fields = text.split(separator: "\n").compactMap { line -> (String, Double)? in
            let words = line.split(whereSeparator: { $0 == ":" || $0 == " " })
            guard words.count == 3, words[2] == "kB", let number = Double(words[1]) else { return nil }
            return (String(words[0]), number)
        }
        return Dictionary(fields) { first, _ in first }
    }

    /// The fields of `/proc/self/stat` that are needed. Processor times are in clock ticks, resident memory in pages.
    private struct Fields {
        let user: Double
        let system: Double
        let threads: Double
        let virtualBytes: Double
        let residentPages: Double
    }

    /// The fields after the program's name. The name is the second field, in brackets, and may contain any character,
    /// also a bracket.
    private static func fields() -> Fields? {
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let bracket = text.lastIndex(of: ")")
        else { return nil }
        let rest = text[text.index(after: bracket)...].split(separator: " ").map { Double($0) ?? 0 }
        guard rest.count > 21 else { return nil }
        return Fields(
            user: rest[11], system: rest[12], threads: rest[17], virtualBytes: rest[20], residentPages: rest[21])
    }
}
