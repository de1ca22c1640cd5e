import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

@Suite struct StatusReportTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)

    private func diagnostics(findings: Int) -> DiagnosticsBody {
        DiagnosticsBody(
            version: "0.1.0", home: "villa", startedAt: now - .hours(3),
            subsystems: [
                SubsystemBody(name: "broker", status: "ok", summary: String(repeating: "word ", count: 40)),
                SubsystemBody(name: "discovery", status: "warning", summary: "Avahi is not there"),
                SubsystemBody(name: "storage", status: "melted", summary: "\u{1B}[2Jgone"),
            ],
            findings: (0..<findings).map { number in
                FindingBody(
                    code: "code\(number)", severity: number == 0 ? "warning" : "failing", subsystem: "broker",
                    message: String(repeating: "long ", count: 30), remedy: "Do this.")
            },
            counters: ["readings.stored": 123_456, "devices": 25, "commands": 7])
    }

    @Test(arguments: [40, 80])
    func reportFitsTheTerminal(columns: Int) {
        let lines = StatusReport(diagnostics(findings: 9), now: now).lines(limit: columns)
        #expect(lines.allSatisfy { $0.width <= columns })
    }

    @Test func statesHaveMarksAndAnUnknownStateCountsAsFailing() {
        let lines = StatusReport(diagnostics(findings: 0), now: now).lines(limit: nil).map(\.plain)
        #expect(lines.first == "villa · Tomte 0.1.0 · up 3 h")
        #expect(lines.contains { $0.hasPrefix("✓ broker") })
        #expect(lines.contains { $0.hasPrefix("! discovery") })
        #expect(lines.contains("✗ storage    \\u{1b}[2Jgone"))
    }

    @Test func worstFindingsComeFirstAndTheOthersAreCounted() {
        let lines = StatusReport(diagnostics(findings: 9), now: now).lines(limit: nil).map(\.plain)
        #expect(lines.filter { $0.hasPrefix("✗ long") }.count == 5)
        #expect(lines.last == "  4 more: tomte doctor")
    }
}
