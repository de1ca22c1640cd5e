import ArgumentParser
import Foundation
import GatewayWire

/// The subcommand `tomte doctor`.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find problems and show what to do about them.",
        discussion: HelpDiscussion.discussion(
            "It works without a running gateway too. The exit code is 0 when nothing is failing, else 6.",
            commands: "tomte doctor", "tomte doctor --json")
    )

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        do throws(CLIError) {
            try await gateway.withClient { client throws(CLIError) in
                let answer = try await client.diagnostics()
                try output.show(answer) { Self.printFindings($0, on: $1) }
                try Self.conclude(try answer.body())
            }
        } catch {
            guard case .noGateway(let unavailability) = error else { throw error }
            try report(LocalDiagnosis(unavailability: unavailability).findings())
        }
    }

    private static func printFindings(_ diagnostics: DiagnosticsBody, on console: Console) {
        printFindings(diagnostics.findings, on: console)
        let sick = diagnostics.subsystems.filter { [.warning, .failing].contains(HealthMark($0.status)) }.map(\.name)
        if diagnostics.findings.isEmpty && sick.isEmpty {
            console.prose("No problems in \(diagnostics.subsystems.count) subsystems.", after: "\("✓", .good) ")
        } else if !sick.isEmpty {
            console.line("Subsystems with problems: \(sick.joined(separator: ", ")). See tomte status.")
        }
    }

    private static func printFindings(_ findings: [FindingBody], on console: Console) {
        for finding in FindingReport.worstFirst(findings) {
            console.lines(FindingReport.lines(finding, limit: console.terminal.lineLimit))
        }
    }

    private static func conclude(_ diagnostics: DiagnosticsBody) throws(CLIError) {
        let words = diagnostics.findings.map(\.severity) + diagnostics.subsystems.map(\.status)
        if words.contains(where: { HealthMark($0) == .failing }) { throw .ended(.failed) }
    }

    /// Prints findings that were made without a gateway in the same form as those of a gateway, then throws
    /// `.ended(.failed)`.
    private func report(_ findings: [FindingBody]) throws(CLIError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if output.isJSON, let document = try? encoder.encode(["findings": findings]) {
            Console.output.json(Array(document))
        } else {
            Self.printFindings(findings, on: .output)
        }
        throw .ended(.failed)
    }
}
