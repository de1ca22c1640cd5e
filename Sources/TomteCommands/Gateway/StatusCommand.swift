import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte status`.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the status of the broker, discovery, storage, clock and certificates.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte status", "tomte status --state /var/lib/tomte --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.diagnostics()) { diagnostics, console in
                let report = StatusReport(diagnostics, now: Timestamp(Date()), clock: clock)
                console.lines(report.lines(limit: console.terminal.lineLimit))
            }
            // What is due is no problem of the gateway, and is left out for those who may not see it.
            guard !output.isJSON, let due = try? await client.dueMaintenance().body(),
                let line = MaintenanceText.summary(due)
            else { return }
            let limit = Console.output.terminal.lineLimit
            Console.output.lines([""] + (limit.map { line.broken(to: $0) } ?? [line]))
        }
    }
}

/// The status of a gateway on one screen.
struct StatusReport {
    /// The number of findings on the screen, the worst first; `tomte doctor` shows all.
    private static let shownFindings = 5

    private let diagnostics: DiagnosticsBody
    private let now: Timestamp
    private let clock: HomeClockText

    init(_ diagnostics: DiagnosticsBody, now: Timestamp, clock: HomeClockText = HomeClockText()) {
        self.diagnostics = diagnostics
        self.now = now
        self.clock = clock
    }

    func lines(limit: Int?) -> [StyledText] {
        [heading] + [""] + subsystems(limit: limit) + counters(limit: limit) + findings(limit: limit)
    }

    private var heading: StyledText {
        "\(diagnostics.home, .strong) · Tomte \(diagnostics.version) · up \(RelativeTime.text(now - diagnostics.startedAt))"
    }

    private func subsystems(limit: Int?) -> [StyledText] {
        let width = diagnostics.subsystems.map { TextWidth.columns(of: $0.name) }.max() ?? 0
        return diagnostics.subsystems.flatMap { subsystem in
            let name = StyledText(subsystem.name).padded(to: width)
            return WordWrap.lines(
                summary(of: subsystem), after: "\(HealthMark(subsystem.status).symbol) \(name)  ", limit: limit)
        }
    }

    /// The summary, with the time in it on the clock of the home.
    private func summary(of subsystem: SubsystemBody) -> String {
        guard case .text(let text) = subsystem.values?["time"], let time = Timestamp(rfc3339: text) else {
            return subsystem.summary
        }
        return subsystem.summary.replacing(text, with: clock.named(time))
    }

    /// The counters, in as many columns of equal width as fit.
    private func counters(limit: Int?) -> [StyledText] {
        let counters = diagnostics.counters.sorted { $0.key < $1.key }
        guard !counters.isEmpty else { return [] }
        let name = counters.map { TextWidth.columns(of: $0.key) }.max() ?? 0
        let number = counters.map { String($0.value).count }.max() ?? 0
        let cells = counters.map { counter in
            StyledText(counter.key, style: .faint).padded(to: name)
                + StyledText("  \(counter.value)").padded(to: number + 2, .trailing)
        }
        let perLine = max(1, ((limit ?? 80) + 4) / (name + number + 6))
        return [""]
            + stride(from: 0, to: cells.count, by: perLine).map { start in
                cells[start..<min(start + perLine, cells.count)].dropFirst().reduce(cells[start]) { $0 + "    " + $1 }
            }
    }

    private func findings(limit: Int?) -> [StyledText] {
        let sorted = FindingReport.worstFirst(diagnostics.findings)
        guard !sorted.isEmpty else { return [] }
        let shown = sorted.prefix(Self.shownFindings).flatMap { FindingReport.lines($0, limit: limit) }
        let left = sorted.count - Self.shownFindings
        return [""] + shown + (left > 0 ? ["  \("\(left) more: tomte doctor", .faint)"] : [])
    }
}
