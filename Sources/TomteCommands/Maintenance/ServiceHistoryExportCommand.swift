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
            "It is JSON, unless --format csv is given. The audit log records the export.",
            commands: "tomte maintenance history export -o history.json",
            "tomte maintenance history export --format csv -o history.csv"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var about: ServiceSubjectOptions

    @OptionGroup var format: ExportFormatOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("Output file (default: standard output).", valueName: "file"))
    var output: String?

    func run() async throws(CLIError) {
        let file = try output.map { path throws(CLIError) in try OutputFile.create(path) }
        let console = file ?? Console.output
        try await gateway.withClient { client throws(CLIError) in
            let subject = try await about.subject(client)
            try await client.exportServiceHistory(of: subject, asCSV: format.value(otherwise: .json) == .csv) {
                bytes throws(CLIError) in
                console.raw(bytes)
            }
        }
        file?.close()
    }
}
