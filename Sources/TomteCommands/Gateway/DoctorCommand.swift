import ArgumentParser
import Foundation
import GatewayWire

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find out why something does not work, and say what to do.",
        discussion: Example.discussion(
            "Also when no gateway runs. The exit code is 0 when nothing is failing, else 6.", "tomte doctor",
            "tomte doctor --json")
    )

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CommandFailure) {
        do throws(CommandFailure) {
            try await gateway.withClient { client throws(CommandFailure) in
                let answer = try await client.diagnostics()
                try output.show(answer) { Self.tell($0, on: $1) }
                try Self.conclude(try answer.body())
            }
        } catch {
            guard case .noGateway(let absence) = error else { throw error }
            try report(Checkup(absence: absence).findings())
        }
    }

    private static func tell(_ diagnostics: DiagnosticsBody, on console: Console) {
        tell(diagnostics.findings, on: console)
        let sick = diagnostics.subsystems.filter { [.warning, .failing].contains(HealthMark($0.status)) }.map(\.name)
        if diagnostics.findings.isEmpty && sick.isEmpty {
            console.prose("Nothing is wrong with \(diagnostics.subsystems.count) subsystems.", after: "\("✓", .good) ")
        } else if !sick.isEmpty {
            console.line("Not well: \(sick.joined(separator: ", ")); see tomte status.")
        }
    }

    private static func tell(_ findings: [FindingBody], on console: Console) {
        for finding in FindingReport.worstFirst(findings) {
            console.lines(FindingReport.lines(finding, limit: console.terminal.lineLimit))
        }
    }

    private static func conclude(_ diagnostics: DiagnosticsBody) throws(CommandFailure) {
        let words = diagnostics.findings.map(\.severity) + diagnostics.subsystems.map(\.status)
        if words.contains(where: { HealthMark($0) == .failing }) { throw .ended(.failed) }
    }

    /// What could be found out without a gateway, in the shape in which a gateway says it.
    private func report(_ findings: [FindingBody]) throws(CommandFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if output.isJSON, let document = try? encoder.encode(["findings": findings]) {
            Console.output.json(Array(document))
        } else {
            Self.tell(findings, on: .output)
        }
        throw .ended(.failed)
    }
}
