import Foundation

/// Measures the performance goals of the gateway, each figure beside a baseline of the same run.
@main
enum TomteBenchmarks {
    /// A run that takes longer is aborted without a table, because an incomplete table is misleading.
    private static let limit = Duration.seconds(1500)

    static func main() async {
        do {
            if CommandLine.arguments.dropFirst().elementsEqual([SimulatedNodeProgram.argument]) {
                return try await SimulatedNodeProgram.run()
            }
            let arguments = try Arguments(CommandLine.arguments.dropFirst())
            if arguments.wantsHelp { return Console.output(Arguments.help) }
            let report = try await withLimit(limit) { try await measure(arguments.benchmarks) }
            Console.output(arguments.wantsJSON ? try report.json() : report.table())
        } catch let error as UsageError {
            Console.note("\(error)")
            exit(64)
        } catch {
            Console.note("The benchmark could not be finished: \(error)")
            exit(1)
        }
    }

    private static func measure(_ benchmarks: [any Benchmark]) async throws -> Report {
        let machine = Machine.current(disk: "/tmp")
        let start = ContinuousClock.now
        var figures: [Figure] = []
        for benchmark in benchmarks {
            Console.note("\(benchmark.name): \(benchmark.summary)")
            figures += try await benchmark.figures()
        }
        return Report(machine: machine, figures: figures, took: ContinuousClock.now - start)
    }

    private static func withLimit<Value: Sendable>(
        _ limit: Duration, body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(operation: body)
            group.addTask {
                try await Task.sleep(for: limit)
                throw TimeLimitExceeded(limit: limit)
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}

/// The benchmarks took longer than their limit.
struct TimeLimitExceeded: Error, CustomStringConvertible {
    let limit: Duration
    var description: String { "it took longer than \(limit)." }
}
