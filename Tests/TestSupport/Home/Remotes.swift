import Foundation
import GatewayWire

/// Terminals that are paired with a home's gateway, one for each person. They reach it by HTTPS.
package struct Remotes: Sendable {
    let home: HomeUnderTest

    fileprivate var folder: String { "\(home.state)/remotes" }

    /// What the gateway's own terminal does.
    package func console(_ arguments: String...) async throws -> TomteProgram.Finished {
        try await home.tomte.run(arguments)
    }

    package func claimPayload() async throws -> String {
        try await console("people", "claim", "--json").output
    }

    package func invitation(of person: String) async throws -> String {
        try await console("people", "invite", person, "--approve-any", "--json").output
    }

    /// Makes a terminal of that name a client.
    package func pair(_ name: String, _ payload: String, _ more: String...) async throws -> TomteProgram.Finished {
        try await home.tomte.run(
            ["pair", payload, "--name", name, "--client-name", "Terminal of \(name)", "--address", "localhost"] + more,
            under: environment)
    }

    /// Runs a verb at that terminal.
    package func callAsFunction(_ name: String, _ arguments: String...) async throws -> TomteProgram.Finished {
        try await home.tomte.run(arguments + ["--gateway", name], under: environment)
    }

    /// The same, with something typed.
    package func with(input: String, _ name: String, _ arguments: String...) async throws -> TomteProgram.Finished {
        let script = #"input=$1; shift; printf "$input" | "$@""#
        return try await home.tomte.run(
            arguments + ["--gateway", name], under: environment + ["sh", "-c", script, "sh", input])
    }

    /// The access token in a terminal's file.
    package func accessToken(_ name: String) throws -> String {
        struct File: Decodable { let accessToken: String }
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name).json"))
        return try JSONDecoder().decode(File.self, from: data).accessToken
    }

    /// Watches the home from that terminal for the time of `body`, which begins when the gateway knows of it.
    package func withWatch(_ name: String, _ body: (RemoteWatch) async throws -> Void) async throws {
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

/// `tomte watch` at somebody's terminal. It goes on after a lost connection, and ends when it is let in no more.
package struct RemoteWatch: Sendable {
    fileprivate let program: ChildProcess

    package var hasEnded: Bool {
        let status = (try? String(contentsOfFile: "/proc/\(program.id)/stat", encoding: .utf8)) ?? ""
        return status.split(separator: ")").last.map { $0.hasPrefix(" Z") } ?? true
    }
}

extension HomeUnderTest {
    package nonisolated var remotes: Remotes { Remotes(home: self) }
}
