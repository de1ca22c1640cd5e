import ArgumentParser
import Foundation
import HomeModel

struct AuditExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write entries out as JSON lines, the newest first.",
        discussion: Example.discussion(
            "That they were handed out is an entry of its own, which comes first.",
            "tomte audit export --since 30d -o audit.jsonl", "tomte audit export --event auth.login"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var selection: AuditSelection

    @Option(name: .shortAndLong, help: ArgumentHelp("Where to, instead of standard output.", valueName: "file"))
    var output: String?

    func run() async throws(CommandFailure) {
        let console = try output.map(Self.file) ?? Console.output
        try await gateway.withClient { client throws(CommandFailure) in
            try await client.auditExport(selection) { bytes throws(CommandFailure) in console.raw(bytes) }
        }
    }

    /// Readable by its owner alone: it says what people did.
    private static func file(_ path: String) throws(CommandFailure) -> Console {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .cannotStart("The file \(path) cannot be written: \(String(cString: strerror(errno))).")
        }
        return Console(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }
}
