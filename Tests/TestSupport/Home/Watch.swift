import Foundation
package import GatewayWire

/// `tomte watch --json` beside the story.
package struct Watch: Sendable {
    fileprivate let file: String

    /// What it has shown so far.
    package var events: [EventBody] {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            try? JSONDecoder().decode(EventBody.self, from: Data(line.utf8))
        }
    }
}

/// Watches the home for the time of `body`, which begins when the gateway knows of the watcher.
package func withWatch(of home: HomeUnderTest, as person: String? = nil, _ body: (Watch) async throws -> Void)
    async throws
{
    let watch = Watch(file: "\(home.state)/watch-\(UUID().uuidString)")
    let before = try await home.counters()["watchers"] ?? 0
    let program = try ChildProcess(
        home.tomte.words(["watch", "--json", "--state", home.state] + (person.map { ["--as", $0] } ?? [])),
        output: watch.file)
    do {
        try await eventually("someone watches") { try await home.counters()["watchers"] ?? 0 > before }
        try await body(watch)
    } catch {
        await program.end()
        throw error
    }
    await program.end()
}
