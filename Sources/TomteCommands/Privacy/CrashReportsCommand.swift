import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte privacy crash-reports`.
struct CrashReportsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crash-reports",
        abstract: "Show and remove the reports about crashes of the gateway.",
        discussion: HelpDiscussion.discussion(
            "Reports are written only with the consent crashReports. They contain no names, ids or addresses, stay "
                + "on the gateway for at most 90 days, and are sent nowhere.",
            commands: "tomte privacy crash-reports list"),
        subcommands: [CrashReportsList.self, CrashReportsShow.self, CrashReportsRemove.self])
}

/// The subcommand `tomte privacy crash-reports list`.
struct CrashReportsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the crash reports, the newest first.",
        discussion: HelpDiscussion.discussion("", commands: "tomte privacy crash-reports list"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let consents = try await client.consents().body()
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.crashReports()) { reports, console in
                if reports.isEmpty {
                    let isGiven = consents.contains { $0.id == .crashReports && $0.state == .given }
                    console.line(isGiven ? "There are no crash reports." : "The home keeps no crash reports.")
                } else {
                    console.table(CrashReportText.table(reports, clock: clock))
                    console.line(StyledText(clock.note))
                }
            }
        }
    }
}

/// The subcommand `tomte privacy crash-reports show`.
struct CrashReportsShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a crash report, to hand it on.",
        discussion: HelpDiscussion.discussion(
            "With --json it prints the report as a document for programs, which can be redirected to a file. The audit "
                + "log records that it was read.",
            commands: "tomte privacy crash-reports show k3x9d0a7q2m4w8zp",
            "tomte privacy crash-reports show k3x9d0a7q2m4w8zp --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The id of the report.")
    var id: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.crashReport(try CrashReportText.id(id))) { report, console in
                CrashReportText.show(report, clock: clock, on: console)
            }
        }
    }
}

/// The subcommand `tomte privacy crash-reports remove`.
struct CrashReportsRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a crash report.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte privacy crash-reports remove k3x9d0a7q2m4w8zp"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "The id of the report.")
    var id: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let report = try CrashReportText.id(id)
            try confirmation.confirm("The crash report \(id) is removed and cannot be restored. Continue?")
            try await client.removeCrashReport(report)
            output.done { $0.line("\("✓", .good) The crash report \(id) is removed.") }
        }
    }
}

/// Formats crash reports for people.
enum CrashReportText {
    static func table(_ reports: [CrashReport.Summary], clock: HomeClockText) -> Table {
        var table = Table([
            Table.Column("ID", isNeverTruncated: true), Table.Column("TIME", isNeverTruncated: true),
            Table.Column("VERSION"), Table.Column("END"),
        ])
        for report in reports {
            table.add([
                StyledText(report.id.rawValue), StyledText(clock.minute(report.time)), StyledText(report.version),
                StyledText(end(of: report)),
            ])
        }
        return table
    }

    static func show(_ report: CrashReport, clock: HomeClockText, on console: Console) {
        console.line("Tomte \(report.version) for \(report.architecture)")
        console.prose("\(clock.named(report.time)): \(end(of: CrashReport.Summary(report))).")
        if !report.frames.isEmpty {
            console.line()
            console.line("\("Addresses in the program, the innermost first:", .faint)")
            report.frames.forEach { console.line("  \($0)") }
        }
        if !report.lines.isEmpty {
            console.line()
            console.line("\("Last log lines, with the seconds before the end:", .faint)")
            report.lines.forEach { console.line("  \($0.secondsBefore) s  \($0.text)") }
        }
    }

    /// How the run ended, as a phrase.
    static func end(of report: CrashReport.Summary) -> String {
        let origin = report.isSignalFromOutside ? " from another process" : ""
        let cause = report.signal.map { $0 + origin } ?? "killed"
        let phase =
            switch report.phase {
            case .starting: " while it started"
            case .stopping: " while it stopped"
            case .serving, nil: ""
            }
        return "\(cause)\(phase), after \(RelativeTime.text(.seconds(report.uptimeSeconds)))"
    }

    static func id(_ text: String) throws(CLIError) -> CrashReport.ID {
        guard let id = CrashReport.ID(text) else {
            throw .usage("“\(text)” is no id of a crash report. tomte privacy crash-reports list shows all.")
        }
        return id
    }
}
