import Foundation
import GatewayWire
import HomeModel
import TestSupport
import Testing

@Suite struct TimeZoneStory {
    /// The machine, or the configuration, says UTC; a person says where the home is.
    @Test(.timeLimit(.minutes(5))) func timeZoneOfAPersonReplacesTheConfiguredOneAndSurvivesARestart() async throws {
        let settings = """
            home: { timeZone: UTC }
            discovery: { enabled: false }
            clock: { trustUnsynchronised: true }

            """
        try await withHome(settings: settings) { home in
            #expect(try await home.tomte("home", "time-zone").output.hasPrefix("GMT, where it is "))
            #expect(try await hasNotice(home))
            let refused = try await home.tomte("home", "time-zone", "Mars/Olympus")
            #expect(refused.status == 4 && refused.errors.contains("“Mars/Olympus” is no known time zone"))
            #expect(try await home.tomte("home", "time-zone", "Europe/Stockholm").status == 0)
            #expect(try await !hasNotice(home))
            await home.stopGateway()
            try await home.startGateway()
            let shown = try await home.tomte("home", "time-zone", "--json").json(HomeBody.self)
            #expect(shown.timeZone == "Europe/Stockholm")
            #expect(try await !hasNotice(home))
        }
    }

    private func hasNotice(_ home: HomeUnderTest) async throws -> Bool {
        let diagnostics = try await home.tomte("status", "--json").json(DiagnosticsBody.self)
        return diagnostics.findings.contains { $0.code == "clock.timeZoneUTC" && $0.severity == "notice" }
    }
}
