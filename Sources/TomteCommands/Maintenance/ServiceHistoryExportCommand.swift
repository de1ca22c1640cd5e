import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte maintenance history export`.
struct ServiceHistoryExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the service history as JSON or CSV, newest day first.",
        discussion: HelpDiscussion.discussion(
            "The audit log records the export.",
            commands: "tomte maintenance history export -o history.json",
            "tomte maintenance history export --appliance Dishwasher --csv -o washer.csv"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var about: ServiceSubjectOptions

    @Flag(name: .customLong("csv"), help: "Write CSV for a spreadsheet instead of JSON.")
    var isCSV = false

    @Option(name: .shortAndLong, help: ArgumentHelp("Output file (default: standard output).", valueName: "file"))
    var output: String?

    func run() async throws(CLIError) {
        let file = try output.map { path throws(CLIError) in try OutputFile.create(path) }
        let console = file ?? Console.output
        try await gateway.withClient { client throws(CLIError) in
            let subject = try await about.subject(client)
            try await client.exportServiceHistory(of: subject, asCSV: isCSV) { bytes throws(CLIError) in
                console.raw(bytes)
            }
        }
        file?.close()
    }
}
