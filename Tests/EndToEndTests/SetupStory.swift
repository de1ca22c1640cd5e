import Foundation
import GatewayWire
import Glibc
import TestSupport
import Testing

/// `tomte setup` checks the machine, and shows the code for the first owner only where it cannot end in a log.
@Suite(.timeLimit(.minutes(15))) struct SetupStory {
    /// The output of `tomte setup --json`.
    private struct Document: Decodable {
        let findings: [FindingBody]
        let isClaimed: Bool?
        let page: String?
    }

    @Test func codeIsNeverWrittenToAnOutputThatIsNoTerminal() async throws {
        try await withHome { home in
            let shown = try await home.tomte("setup")
            #expect(shown.output.contains("✓ The gateway runs: Tomte "), "\(shown.output)")
            #expect(shown.output.contains("Its code is shown only on a terminal"))
            let json = try await home.tomte("setup", "--json")
            let document = try json.json(Document.self)
            #expect(document.isClaimed == false && document.page == "https://tomte.local:\(home.httpsPort)/")
            let codes = Set(document.findings.map(\.code))
            #expect(
                codes.isSuperset(of: ["setup.gateway", "setup.pagePort", "setup.brokerPort", "setup.disk"]), "\(codes)")
            #expect(json.status == (document.findings.contains { $0.severity == "failing" } ? 6 : 0))
            for text in [shown.output, shown.errors, json.output, home.log] { #expect(!text.contains("claim=")) }
            #expect(try await home.tomte("setup", "--show-code", "--no-wait").output.contains("/#claim="))
        }
    }

    @Test func setupOnATerminalWaitsForTheFirstOwner() async throws {
        try await withHome { home in
            let output = "\(home.state).terminal"
            defer { try? FileManager.default.removeItem(atPath: output) }
            let command = home.tomte.words(["setup", "--state", home.state]).joined(separator: " ")
            let terminal = try ChildProcess(
                ["script", "--quiet", "--flush", "--return", "--command", command, "/dev/null"], output: output)
            func text() -> String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }
            try await eventually("the code is shown") { text().contains("Waiting for the first owner.") }
            #expect(text().contains("/#claim="))
            #expect(try await home.tomte("people", "add", "Olga", "--role", "owner").status == 0)
            try await eventually("the setup has ended") { text().contains("Invite the people of the home") }
            #expect(text().contains("The home has its first owner."))
            await terminal.end(SIGTERM)
            let again = try await home.tomte("setup").output
            #expect(again.contains("This home has an owner. Its page is https://tomte.local:\(home.httpsPort)/"))
        }
    }

    @Test func setupWithoutAGatewaySaysHowToStartIt() async throws {
        try await withHome(isStarted: false) { home in
            let answer = try await home.tomte("setup", "--json")
            #expect(answer.status == 6)
            let first = try #require(try answer.json(Document.self).findings.first)
            #expect(first.code == "stateFolderMissing" && first.remedy.contains("tomte run"))
        }
    }
}
