import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte matter trust`.
struct MatterTrust: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Show and change which makers of Matter devices the gateway knows.",
        discussion: HelpDiscussion.discussion(
            """
            A Matter device proves with certificates who made it. The gateway compares them with a list of makers that \
            comes with the program, and with those that were added here. It asks before it commissions a device of a \
            maker that it does not know; that is usual for makers who came after the list. It does not check whether a \
            certificate was revoked.
            """,
            commands: "tomte matter trust list", "tomte matter trust add acme-paa.pem"),
        subcommands: [MatterTrustList.self, MatterTrustAdd.self, MatterTrustRemove.self])
}

/// The subcommand `tomte matter trust list`.
struct MatterTrustList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the makers that the gateway knows, and the date of the list that comes with it.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte matter trust list", "tomte matter trust list --added", "tomte matter trust list --json"
        ))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Show only the makers that were added.")
    var added = false

    func validate() throws {
        if added && output.isJSON { throw ValidationError("--json lists all makers; leave out --added.") }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            try output.show(try await client.makers()) { makers, console in
                let listing = MakerListing(makers, isOnlyAdded: added)
                if let table = listing.table { console.table(table) }
                console.lines(listing.lines(limit: console.terminal.lineLimit))
            }
        }
    }
}

/// The subcommand `tomte matter trust add`.
struct MatterTrustAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Trust the maker of a certificate: devices of this maker count as genuine.",
        discussion: HelpDiscussion.discussion(
            """
            FILE has one certificate in PEM form: that of a product attestation authority (PAA), or of a signer of \
            certification declarations. Makers publish theirs in the Distributed Compliance Ledger of the Connectivity \
            Standards Alliance; compare the fingerprint with the one there. The command shows what the certificate \
            says, and on a terminal it asks for confirmation. It applies at once, also after a restart.

            An authority for tests proves nothing, because many people have its key; --allow-test adds it all the same. \
            The gateway still asks about each device of such an authority.
            """,
            commands: "tomte matter trust add acme-paa.pem", "tomte matter trust add acme-paa.pem --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "A certificate in PEM form.", completion: .file(extensions: ["pem", "crt"]))
    var file: String

    @Flag(help: "Add an authority for tests.")
    var allowTest = false

    func run() async throws(CLIError) {
        let new = NewDeviceMakerBody(certificate: try Self.text(of: file), acceptsTests: allowTest ? true : nil)
        try await gateway.withClient { client throws(CLIError) in
            let maker = try await client.checkMaker(new).body()
            if !output.isJSON { Console.output.lines(MakerSheet(of: maker).lines) }
            guard allowTest || !maker.isForTests else {
                throw .invalid(
                    "This authority is for tests: many people have its key, so that it proves nothing about a device. To "
                        + "add it all the same, use --allow-test.")
            }
            try confirmation.confirm("Trust the devices of this maker?")
            try output.show(try await client.addMaker(new)) { added, console in
                console.line("\("✓", .good) \(added.subject, .strong) was added.")
                console.prose("To remove it: tomte matter trust remove \(added.id)", after: "  → ")
            }
        }
    }

    /// At most one byte more than a certificate may have, so that the gateway says that it is too long.
    private static func text(of path: String) throws(CLIError) -> String {
        let shown = EscapedText(path, limit: 200)
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw .invalid("The file “\(shown)” cannot be opened.")
        }
        defer { try? file.close() }
        let data: Data
        do { data = try file.read(upToCount: NewDeviceMakerBody.maximumBytes + 1) ?? Data() } catch {
            throw .invalid("The file “\(shown)” cannot be read.")
        }
        guard data.count <= NewDeviceMakerBody.maximumBytes else {
            throw .invalid(
                "The file “\(shown)” has more than \(NewDeviceMakerBody.maximumBytes) bytes: it must be one certificate."
            )
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw .invalid(
                "The file “\(shown)” is no text. A certificate in DER form is converted with: openssl x509 -inform DER "
                    + "-in FILE -out FILE.pem")
        }
        return text
    }
}

/// The subcommand `tomte matter trust remove`.
struct MatterTrustRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "End the trust in a maker that was added.",
        discussion: HelpDiscussion.discussion(
            """
            Devices that are commissioned stay. The makers that come with the program cannot be removed. On a terminal it \
            asks for confirmation.
            """,
            commands: "tomte matter trust remove 3f1b09c4d2a87e65"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "Id of an added maker; tomte matter trust list --added shows it.")
    var id: String

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let makers = try await client.makers().body().makers
            guard let maker = makers.first(where: { $0.id.rawValue == id }) else {
                throw .invalid(
                    "There is no maker “\(EscapedText(id, limit: 64))”; tomte matter trust list shows all.")
            }
            try confirmation.confirm("End the trust in \(maker.subject, .strong) (\(maker.id))?")
            try await client.removeMaker(maker.id)
            output.done { $0.line("\("✓", .good) \(maker.subject, .strong) was removed.") }
        }
    }
}
