import ArgumentParser
import Foundation
import HomeModel

/// The subcommand `tomte audit export`.
struct AuditExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export audit entries as JSON Lines, newest first.",
        discussion: HelpDiscussion.discussion(
            "The first entry is the one that records this export.",
            commands: "tomte audit export --since 30d -o audit.jsonl", "tomte audit export --event auth.login"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var selection: AuditSelection

    @Option(name: .shortAndLong, help: ArgumentHelp("Output file (default: standard output).", valueName: "file"))
    var output: String?

    func run() async throws(CLIError) {
        let console = try output.map(Self.file) ?? Console.output
        try await gateway.withClient { client throws(CLIError) in
            try await client.auditExport(selection) { bytes throws(CLIError) in console.raw(bytes) }
        }
    }

    /// Opens the output file. A new file is readable only by its owner, because it shows what people did.
    private static func file(_ path: String) throws(CLIError) -> Console {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .cannotStart("The file \(path) cannot be written: \(String(cString: strerror(errno))).")
        }
        return Console(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }
}
