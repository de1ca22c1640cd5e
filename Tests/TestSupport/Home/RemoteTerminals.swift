import Foundation
import GatewayWire

/// Terminals that are paired with the gateway of a home, one for each person. They use HTTPS.
package struct RemoteTerminals: Sendable {
    let home: HomeUnderTest

    fileprivate var folder: String { "\(home.state)/remotes" }

    /// Runs a command at the gateway's own terminal.
    package func console(_ arguments: String...) async throws -> TomteProgram.Finished {
        try await home.tomte.run(arguments)
    }

    /// Returns the pairing data with which the first owner claims the home.
    package func claimPayload() async throws -> String {
        try await console("people", "claim", "--json").output
    }

    /// Returns the pairing data of an invitation of `person`, which approves any client.
    package func invitation(of person: String) async throws -> String {
        try await console("people", "invite", person, "--approve-any", "--json").output
    }

    /// Pairs a terminal of that name.
    package func pair(_ name: String, payload: String, more: String...) async throws -> TomteProgram.Finished {
        try await home.tomte.run(
            ["pair", payload, "--name", name, "--client-name", "Terminal of \(name)", "--address", "localhost"] + more,
            under: environment)
    }

    /// Runs a command at that terminal.
    package func callAsFunction(_ name: String, _ arguments: String...) async throws -> TomteProgram.Finished {
        try await home.tomte.run(arguments + ["--gateway", name], under: environment)
    }

    /// Runs a command at that terminal with `input` as its standard input.
    package func with(input: String, _ name: String, arguments: String...) async throws -> TomteProgram.Finished {
        let script = #"input=$1; shift; printf "$input" | "$@""#
        return try await home.tomte.run(
            arguments + ["--gateway", name], under: environment + ["sh", "-c", script, "sh", input])
    }

    /// Reads the access token from the file of a terminal.
    package func accessToken(_ name: String) throws -> String {
        struct File: Decodable { let accessToken: String }
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name).json"))
        return try JSONDecoder().decode(File.self, from: data).accessToken
    }

    /// Runs `tomte watch` at that terminal for the time of `body`, which begins when the gateway has registered the
    /// watcher.
    package func withWatch(_ name: String, body: (RemoteWatch) async throws -> Void) async throws {
        let before = try await home.counters()["watchers"] ?? 0
        let words = environment + home.tomte.words(["watch", "--json", "--gateway", name])
        let watch = RemoteWatch(program: try ChildProcess(words, output: "\(home.state)/watch-\(UUID().uuidString)"))
        do {
            try await eventually("\(name) watches") { try await home.counters()["watchers"] ?? 0 > before }
            try await body(watch)
        } catch {
            await watch.program.end()
            throw error
        }
        await watch.program.end()
    }

    private var environment: [String] { ["env", "TOMTE_REMOTES=\(folder)"] }
}

/// `tomte watch` at a terminal. It reconnects after a lost connection, and ends when its access has ended.
package struct RemoteWatch: Sendable {
    fileprivate let program: ChildProcess

    /// Whether the program has ended, with its exit code not collected yet.
    package var hasEnded: Bool {
        let status = (try? String(contentsOfFile: "/proc/\(program.id)/stat", encoding: .utf8)) ?? ""
        return status.split(separator: ")").last.map { $0.hasPrefix(" Z") } ?? true
    }
}

extension HomeUnderTest {
    package nonisolated var remotes: RemoteTerminals { RemoteTerminals(home: self) }
}
