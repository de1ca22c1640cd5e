import Foundation
package import GatewayWire

/// The output of `tomte watch --json`, which runs beside the test.
package struct Watch: Sendable {
    fileprivate let file: String

    /// The events that it has printed.
    package var events: [EventBody] {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            try? JSONDecoder().decode(EventBody.self, from: Data(line.utf8))
        }
    }
}

/// Runs `tomte watch` for the time of `body`, which begins when the gateway has registered the watcher.
package func withWatch(of home: HomeUnderTest, as person: String? = nil, _ body: (Watch) async throws -> Void)
    async throws
{
    let watch = Watch(file: "\(home.state)/watch-\(UUID().uuidString)")
    let before = try await home.counters()["watchers"] ?? 0
    let program = try ChildProcess(
        home.tomte.words(["watch", "--json", "--state", home.state] + (person.map { ["--as", $0] } ?? [])),
        output: watch.file)
    do {
        try await eventually("the watcher is registered") { try await home.counters()["watchers"] ?? 0 > before }
        try await body(watch)
    } catch {
        await program.end()
        throw error
    }
    await program.end()
}
