import Dispatch
import Foundation

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
        LargeHomeBenchmark(), HomeKitBenchmark(), PairedDevicesBenchmark.homeKit, MatterBenchmark(),
        PairedDevicesBenchmark.matter,
    ]
}

/// The command line of the benchmarks.
struct Arguments {
    let benchmarks: [any Benchmark]
    let wantsJSON: Bool
    let wantsHelp: Bool

    /// Parses the arguments. Throws `UsageError` for an argument that is neither an option nor a benchmark.
    init(_ words: some Sequence<String>) throws(UsageError) {
        let options = Set(words.filter { $0.hasPrefix("-") })
        let names = words.filter { !$0.hasPrefix("-") }
        wantsHelp = !options.isDisjoint(with: ["--help", "-h"])
        wantsJSON = options.contains("--json")
        if let unknown = options.subtracting(["--help", "-h", "--json"]).sorted().first {
            throw UsageError(word: unknown)
        }
        if let unknown = names.first(where: { name in !Suite.all.contains { $0.name == name } }) {
            throw UsageError(word: unknown)
        }
        benchmarks = names.isEmpty ? Suite.all : Suite.all.filter { names.contains($0.name) }
    }

    static var help: String {
        let width = Suite.all.map(\.name.count).max() ?? 0
        let lines = Suite.all.map { "  \($0.name.padding(to: width))  \($0.summary)" }
        return """
            Measures the gateway against its goals, each figure beside a baseline of the same run.

            Usage: swift run -c release TomteBenchmarks [names…] [--json]

            \(lines.joined(separator: "\n"))

            Without names all of them run, in about fifteen minutes. Progress goes to standard error, the table to
            standard output. The program `tomte` must lie beside this one: swift build -c release.
            """
    }
}

/// An argument that is neither an option nor a benchmark.
struct UsageError: Error, CustomStringConvertible {
    let word: String
    var description: String {
        "“\(word)” is neither an option nor a benchmark; choose from \(Suite.all.map(\.name).joined(separator: ", "))."
    }
}

/// A measurement failed because a condition was not met.
struct ConditionNotMet: Error, CustomStringConvertible {
    private let condition: String

    init(_ condition: String) { self.condition = condition }

    var description: String { "this condition was not met: \(condition)" }
}

/// Writes results to standard output, and progress to standard error.
enum Console {
    static func output(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
    static func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}

/// Runs blocking work on a thread of its own, so that it measures the gateway and does not block Swift's cooperative
/// thread pool.
func runBlocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "blocking", qos: .userInteractive).async {
            continuation.resume(with: Result(catching: work))
        }
    }
}

extension Sequence {
    func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
