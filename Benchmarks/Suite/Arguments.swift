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

            Without names all of them run, in about eight minutes. Progress goes to standard error, the table to
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
