import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import ProofOfPossession

struct PairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Make this terminal a client of a gateway on the network.",
        discussion: Example.discussion(
            """
            The link is what tomte people invite (or, for the first owner, tomte run) shows; what they give as JSON is \
            taken too, and “-” reads either from standard input. From then on every verb reaches that gateway with \
            --gateway NAME, with the rights of whoever was invited. The key stays here, in a file that only you can read.
            """,
            "tomte pair LINK", "tomte pair - --name summerhouse", "tomte pair LINK --owner-name Anna"))

    @Argument(help: "The link of a QR code, or the same as JSON, or “-”.")
    var link: String

    @Option(help: ArgumentHelp("What you call that gateway here.", valueName: "name"))
    var name = "home"

    @Option(help: ArgumentHelp("What this terminal is called there (default: this machine's name).", valueName: "name"))
    var clientName: String?

    @Option(help: ArgumentHelp("Your name, to take a home that has no owner yet.", valueName: "name"))
    var ownerName: String?

    @Option(help: ArgumentHelp("Where the gateway is, when its name is not known here.", valueName: "host"))
    var address: String?

    func run() async throws(CommandFailure) {
        let payload = try PairingPayload.read(link)
        try payload.check(now: Timestamp(Date()))
        let file = try RemoteFolder(environment: ProcessInfo.processInfo.environment).file(name)
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw .usage(
                "There is a gateway called “\(file.name)” already; choose another --name, or remove \(file.path).")
        }
        guard let key = try? ProofKey() else { throw .cannotStart("No key could be made.") }
        let place = try RemoteAddress(
            host: payload.host, port: payload.port, address: address, fingerprint: payload.publicKeyFingerprint)
        let session = try await GatewayClient.with(RemoteDoor(place, key: key)) { client throws(CommandFailure) in
            switch payload.purpose {
            case .claim: try await claim(payload, client)
            case .pair: try await pair(payload, key, client)
            }
        }
        try file.write(
            RemoteGateway(
                host: payload.host, port: payload.port, address: address,
                publicKeyFingerprint: payload.publicKeyFingerprint, key: key.exposedPEM, person: session.person,
                accessToken: session.accessToken, refreshToken: session.refreshToken))
        Console.output.line(
            "\("✓", .good) This terminal is \(session.person.rawValue, .strong)'s; use --gateway \(file.name).")
    }

    private func claim(_ payload: PairingPayload, _ client: GatewayClient) async throws(CommandFailure) -> SessionBody {
        guard let ownerName else {
            throw .usage("This home has no owner yet; say who you are with --owner-name.")
        }
        return try await client.claim(
            ClaimBody(code: payload.code, name: ownerName, clientName: thisClient)
        ).body()
    }

    private func pair(
        _ payload: PairingPayload, _ key: ProofKey, _ client: GatewayClient
    ) async throws(CommandFailure) -> SessionBody {
        let pairing = try await client.pair(PairBody(code: payload.code, clientName: thisClient)).body()
        if !pairing.isApproved {
            Console.output.line("Whoever invited you sees a thumbprint; it has to be this one:")
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
    /// JSON brings its QR code along.
    static let maximumBytes = 16_384

    static func read(_ argument: String) throws(CommandFailure) -> PairingPayload {
        let text = argument == "-" ? String(decoding: FileHandle.standardInput.availableData, as: UTF8.self) : argument
        guard text.utf8.count <= maximumBytes,
            let payload = PairingPayload(link: text)
                ?? (try? JSONDecoder().decode(PairingPayload.self, from: Data(text.utf8)))
        else { throw .invalid("This is no link of a Tomte gateway; copy all of it, in quotes.") }
        return payload
    }

    func check(now: Timestamp) throws(CommandFailure) {
        guard version == "1" else {
            throw .invalid("The link is of version \(InertText(version, limit: 16)); this program knows version 1.")
        }
        guard (1...65_535).contains(port), publicKeyFingerprint.utf8.count == 64 else {
            throw .invalid("The link names no gateway.")
        }
        if let expiresAt, expiresAt <= now { throw .invalid("The code has expired; ask for a new one.") }
    }
}
