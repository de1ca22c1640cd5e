import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte incident export`.
struct IncidentExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the evidence of an incident as one encrypted file.",
        discussion: HelpDiscussion.discussion(
            """
            The file is a ZIP archive, encrypted by gpg with a passphrase that you choose; the gateway never learns it.
            To open it: gpg --decrypt FILE > evidence.zip. VERIFY.txt in the archive says how others can verify that the
            audit entries are genuine. Without a terminal, the passphrase is the first line of the standard input.
            """,
            commands: "tomte incident export 7k2mq4tz9xb1c8de",
            "tomte incident export 7k2mq4tz9xb1c8de --output evidence.zip.gpg"))

    @OptionGroup var gateway: GatewayOptions

    @Argument(help: "The id of the incident.")
    var id: IncidentID

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Output file (default: tomte-incident-ID.zip.gpg in this folder).", valueName: "file"))
    var output: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    func run() async throws(CLIError) {
        let encryption = try PassphraseEncryption()
        let file = try ArchiveFile(output ?? "tomte-incident-\(id).zip.gpg", replacesExisting: force)
        do throws(CLIError) {
            let passphrase = try PassphraseEncryption.choosePassphrase()
            try await gateway.withClient { client throws(CLIError) in
                let collected = CollectedBytes()
                try await client.exportIncident(id) { piece throws(CLIError) in
                    if case .bytes(let bytes) = piece { await collected.add(bytes) }
                    return true
                }
                try file.write(try await encryption.encrypt(collected.bytes, passphrase: passphrase))
            }
        } catch {
            file.discard()
            throw error
        }
        try file.keep()
        let console = Console.output
        console.line("\("✓", .good) The evidence is in \(file.path, .strong).")
        console.prose(
            "Keep the passphrase apart from the file. To open it: gpg --decrypt \(file.path) > evidence.zip")
    }
}

/// Bytes that arrive in pieces.
private actor CollectedBytes {
    private(set) var bytes: [UInt8] = []

    func add(_ piece: [UInt8]) { bytes += piece }
}
