import ArgumentParser
import Concurrency
import Foundation
import GatewayApp
import GatewayCore
import GatewayWire
import TomteClient

/// The subcommand `tomte doctor`.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find problems and show what to do about them.",
        discussion: HelpDiscussion.discussion(
            """
            The gateway checks everything again for this command, also what it otherwise checks once a day, which can
            take a minute: the database, the files of the installed package with their sums, those of the home and
            its broker with what belongs there (names, owners, permissions), certificates, and the chains of the
            audit log. Without a running gateway the command checks the files itself, and nothing else. The exit
            code is 0 when nothing is failing, else 6; without a gateway it is 6.

            This finds accidents. It does not stop anyone who is root on this machine, because root can change the
            sums and the program too.
            """,
            commands: "tomte doctor", "tomte doctor --json")
    )

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        do throws(CLIError) {
            try await gateway.withClient { client throws(CLIError) in
                let answer = try await WaitingLine.show("Checking everything") { () async throws(CLIError) in
                    try await client.freshDiagnostics()
                }
                try output.show(answer) { Self.printFindings($0, on: $1) }
                try Self.conclude(try answer.body())
            }
        } catch {
            guard case .noGateway(let unavailability) = error else { throw error }
            let local = LocalDiagnosis(unavailability: unavailability)
            let files = await local.fileFindings(in: gateway.state.folder.path)
            try report(local.findings() + files)
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

/// Examines this machine when no gateway answers.
struct LocalDiagnosis {
    let unavailability: GatewayUnavailability
    var environment = ProcessInfo.processInfo.environment

    func findings() -> [FindingBody] { [unavailability.finding] + [missingBroker].compactMap(\.self) }

    /// The findings about the installed program and the files of the home.
    func fileFindings(in folder: String) async -> [FindingBody] {
        // A user without permission for the folder would only see that once more.
        if case .notPermitted = unavailability { return [] }
        let files = InspectedFiles(stateFolder: folder)
        return await BlockingExecutor.offPool { FilesCheck.findingsNow(files) }.map {
            FindingBody(
                code: $0.code, severity: $0.severity.rawValue, subsystem: "files", message: $0.message,
                remedy: $0.remedy, values: $0.values)
        }
    }

    private var missingBroker: FindingBody? {
        // Debian installs it in a folder that is not in the search path of normal users.
        let folders = environment["PATH", default: ""].split(separator: ":").map(String.init) + ["/usr/sbin"]
        guard !folders.contains(where: { FileManager.default.isExecutableFile(atPath: $0 + "/mosquitto") }) else {
            return nil
        }
        return FindingBody(
            code: "mosquittoMissing", severity: "failing", subsystem: "broker",
            message: "mosquitto, the MQTT broker, is not installed.",
            remedy: "Install it: sudo apt install mosquitto (or run scripts/install-dependencies).")
    }
}

/// Formats findings: message, code and remedy.
enum FindingReport {
    static func lines(_ finding: FindingBody, limit: Int?) -> [StyledText] {
        let mark = HealthMark(finding.severity).symbol
        return WordWrap.lines("\(finding.message) (\(finding.code))", after: "\(mark) ", limit: limit)
            + remedyLines(finding.remedy, limit: limit)
    }

    /// Lines that begin with `sudo` are commands, which stay unbroken, so that they can be copied.
    static func remedyLines(_ remedy: String, limit: Int?) -> [StyledText] {
        remedy.split(separator: "\n").flatMap { line in
            line.hasPrefix("sudo ")
                ? [StyledText("      \(line)", style: .strong)]
                : WordWrap.lines(String(line), after: "  → ", limit: limit)
        }
    }

    static func worstFirst(_ findings: [FindingBody]) -> [FindingBody] {
        let marks: [HealthMark] = [.failing, .warning, .notice, .ok]
        return marks.flatMap { mark in findings.filter { HealthMark($0.severity) == mark } }
    }
}

/// The severity of a finding or the status of a subsystem.
enum HealthMark: String, Sendable, Hashable {
    case ok, notice, warning, failing

    /// Reads the gateway's word. An unknown word counts as `failing`, so that a problem is never shown as health.
    init(_ word: String) { self = HealthMark(rawValue: word) ?? .failing }

    var symbol: StyledText {
        switch self {
        case .ok: StyledText("✓", style: .good)
        case .notice: StyledText("i", style: .faint)
        case .warning: StyledText("!", style: .warning)
        case .failing: StyledText("✗", style: .bad)
        }
    }
}
