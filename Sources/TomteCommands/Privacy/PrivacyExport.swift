import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

extension PersonalExportBody.Times: ExpressibleByArgument {}

/// The subcommand `tomte privacy export`.
struct PrivacyExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export everything that the gateway keeps about a person, as one archive.",
        discussion: HelpDiscussion.discussion(
            """
            The archive is a ZIP file with an index for a browser, and with a JSON and a CSV file
            for each kind of data. Without PERSON it has your own data. The export of another
            person's data is written to the audit log, and the person sees it.
            """,
            commands: "tomte privacy export anna", "tomte privacy export anna --output anna.zip --with-readings",
            "tomte privacy export --gateway home --times home"))

    @OptionGroup var gateway: GatewayOptions

    @Argument(help: "Id or name of the person (default: yourself).")
    var person: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Output file (default: tomte-PERSON-DATE.zip in this folder).", valueName: "file"))
    var output: String?

    @Flag(help: "Include the readings of the home that the person may see now.")
    var withReadings = false

    @Option(help: "Times in UTC, or on the clocks of the home.")
    var times = PersonalExportBody.Times.utc

    @Flag(help: "Replace an existing file.")
    var force = false

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let id = try await subject(client)
            let path = output ?? "tomte-\(id?.rawValue ?? "export")-\(LocalTime.date(Timestamp(Date()))).zip"
            // An existing file is reported before the export begins, and again when it is complete.
            let file = try ArchiveFile(path, replacesExisting: force)
            let session = ExportSession(file: file)
            let body = PersonalExportBody(
                person: id, includesReadings: withReadings, times: times,
                language: LanguageTag(localeName: ProcessInfo.processInfo.environment["LANG"] ?? ""))
            do {
                try await interruptible(endsWithTerminal: true) {
                    try await client.exportPerson(body) { piece throws(CLIError) in
                        try await session.receive(piece)
                        return true
                    }
                }
                try await session.finish()
            } catch let failure as CLIError {
                throw await session.discard(after: failure)
            } catch {
                await session.discard()
                Console.errors.prose("The export was cancelled, and nothing was kept.")
                throw .ended(.interrupted)
            }
        }
    }

    /// The person whose data is exported; nil for the caller. Callers who may not list people name themselves by their
    /// id; the gateway refuses any other person.
    private func subject(_ client: CLIClient) async throws(CLIError) -> PersonID? {
        guard let person else { return nil }
        do throws(CLIError) {
            return try await client.resolvePerson(person).id
        } catch {
            guard case .problem(let problem) = error, problem.status == 403, let id = PersonID(person) else {
                throw error
            }
            return id
        }
    }
}

extension LanguageTag {
    /// The language of a locale such as `sv_SE.UTF-8`; nil for `C` and other names that are no language.
    init?(localeName name: String) {
        self.init(String(name.prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-")))
    }
}
