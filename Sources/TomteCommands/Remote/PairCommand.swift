import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import ProofOfPossession
import TomteClient

/// The subcommand `tomte pair`.
struct PairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Pair this terminal with a gateway on the network.",
        discussion: HelpDiscussion.discussion(
            """
            tomte invite and tomte people invite show the link; for the first owner, tomte run and tomte people claim \
            show one. The JSON of the latter is accepted too, and “-” reads either from standard input. After pairing, every subcommand reaches \
            that gateway with --gateway NAME and has the rights of the invited person. The private key stays on this \
            machine, in a file that only you can read.
            """,
            commands: "tomte pair LINK", "tomte pair - --name summerhouse", "tomte pair LINK --owner-name Anna"))

    @Argument(help: "The link from the QR code, its JSON, or “-” for standard input.")
    var link: String

    @Option(help: ArgumentHelp("Your name for that gateway, for --gateway.", valueName: "name"))
    var name = "home"

    @Option(help: ArgumentHelp("The name of this terminal at the gateway (default: the host name).", valueName: "name"))
    var clientName: String?

    @Option(help: ArgumentHelp("Your name, to become the owner of a home without an owner.", valueName: "name"))
    var ownerName: String?

    @Option(help: ArgumentHelp("The six digits of an invitation that has a number.", valueName: "digits"))
    var number: String?

    @Option(help: ArgumentHelp("The gateway's address, if its host name cannot be resolved.", valueName: "host"))
    var address: String?

    func run() async throws(CLIError) {
        let text = try PairingPayload.text(link)
        let file = try freeFile()
        guard let key = try? DPoPKey() else { throw .cannotStart("A private key cannot be created.") }
        if let invitation = InvitationLink(text) {
            try invitation.check(now: Timestamp(Date()))
            let remote = try remoteAddress(
                invitation.host, port: invitation.port, fingerprint: invitation.publicKeyFingerprint)
            let terminal = InvitedTerminal(link: invitation, key: key, clientName: thisClient, number: number)
            let session = try await CLIClient.with(HTTPSTransport(remote, key: key)) { client throws(CLIError) in
                try await terminal.pair(client)
            }
            try save(session, of: remote, key: key, to: file)
            return await showNotice(file)
        }
        let payload = try PairingPayload.read(text)
        try payload.check(now: Timestamp(Date()))
        let remote = try remoteAddress(payload.host, port: payload.port, fingerprint: payload.publicKeyFingerprint)
        let session = try await CLIClient.with(HTTPSTransport(remote, key: key)) { client throws(CLIError) in
            switch payload.purpose {
            case .claim: try await claim(payload, client: client)
            case .pair: try await pair(payload, key: key, client: client)
            }
        }
        try save(session, of: remote, key: key, to: file)
        await showNotice(file)
    }

    /// Shows the privacy notice to a person who has not seen it. It needs no PIN.
    private func showNotice(_ file: RemoteGatewayFile) async {
        guard let transport = try? HTTPSTransport(file, askPIN: { _ in nil }) else { return }
        try? await CLIClient.with(transport) { client throws(CLIError) in
            await PrivacyNoticeSheet.showOnce(client, on: .output)
        }
    }

    private func save(
        _ session: SessionBody, of remote: RemoteAddress, key: DPoPKey, to file: RemoteGatewayFile
    ) throws(CLIError) {
        do throws(ClientError) {
            try file.write(
                RemoteGateway(
                    host: remote.host, port: remote.port, address: address,
                    publicKeyFingerprint: remote.fingerprint, key: key.exposedPEM, session: session))
        } catch {
            throw CLIError(error)
        }
        Console.output.line(
            "\("✓", .good) Paired as a client of \(session.person.rawValue, .strong); use --gateway \(file.name).")
    }

    /// The file for the gateway. Throws when it exists already.
    private func freeFile() throws(CLIError) -> RemoteGatewayFile {
        let file: RemoteGatewayFile
        do throws(ClientError) {
            file = try RemoteGatewayFolder(environment: ProcessInfo.processInfo.environment).file(name)
        } catch {
            throw CLIError(error)
        }
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw .usage(
                "There is already a gateway called “\(file.name)”; choose another --name, or delete \(file.path).")
        }
        return file
    }

    private func remoteAddress(
        _ host: String, port: Int, fingerprint: String
    ) throws(CLIError) -> RemoteAddress {
        do throws(ClientError) {
            return try RemoteAddress(host: host, port: port, address: address, fingerprint: fingerprint)
        } catch {
            throw CLIError(error)
        }
    }

    private func claim(_ payload: PairingPayload, client: CLIClient) async throws(CLIError) -> SessionBody {
        guard let ownerName else {
            throw .usage("This home has no owner yet; give your name with --owner-name.")
        }
        return try await client.claim(
            ClaimBody(code: payload.code, name: ownerName, clientName: thisClient)
        ).body()
    }

    private func pair(
        _ payload: PairingPayload, key: DPoPKey, client: CLIClient
    ) async throws(CLIError) -> SessionBody {
        let pairing = try await client.pair(PairBody(code: payload.code, clientName: thisClient)).body()
        if !pairing.isApproved {
            Console.output.line("The person who invited you is shown a thumbprint; it must be this one:")
            Console.output.line("  \(key.thumbprint.short, .strong)")
        }
        while true {
            if let session = try await client.session(of: pairing.id) { return session }
            try? await Task.sleep(for: .milliseconds(500))
        }
    }

    private var thisClient: String {
        let name = clientName ?? ProcessInfo.processInfo.hostName
        return DisplayName(reducing: name, fallback: DisplayName("Terminal" as StaticString)).text
    }
}

extension PairingPayload {
    /// The limit of a link or its JSON in bytes; the JSON contains the QR code too.
    static let maximumBytes = 16_384

    /// The argument itself, or with “-” the text of standard input.
    static func text(_ argument: String) throws(CLIError) -> String {
        let text = argument == "-" ? String(decoding: FileHandle.standardInput.availableData, as: UTF8.self) : argument
        guard text.utf8.count <= maximumBytes else {
            throw .invalid("This is not a pairing link of a Tomte gateway; copy the whole link, in quotes.")
        }
        return text
    }

    /// Reads the payload from a link, or from its JSON.
    static func read(_ text: String) throws(CLIError) -> PairingPayload {
        guard text.utf8.count <= maximumBytes,
            let payload = PairingPayload(link: text)
                ?? (try? JSONDecoder().decode(PairingPayload.self, from: Data(text.utf8)))
        else { throw .invalid("This is not a pairing link of a Tomte gateway; copy the whole link, in quotes.") }
        return payload
    }

    /// Throws when this program cannot use the payload, or its code has expired.
    func check(now: Timestamp) throws(CLIError) {
        guard version == "1" else {
            throw .invalid("The link has version \(EscapedText(version, limit: 16)); this program supports version 1.")
        }
        guard (1...65_535).contains(port), publicKeyFingerprint.utf8.count == 64 else {
            throw .invalid("The link has no valid port and fingerprint of a gateway; ask for a new link.")
        }
        if let expiresAt, expiresAt <= now { throw .invalid("The code in the link has expired; ask for a new link.") }
    }
}
