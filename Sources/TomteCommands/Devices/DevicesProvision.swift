import ArgumentParser
import GatewayWire
import HomeModel

struct DevicesProvision: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provision",
        abstract: "Let a device in: its credential, and what to type or paste for its family.",
        discussion: Example.discussion(
            """
            NAME becomes the device's root topic, user name and client id; it may use topics below it and no others. \
            homie, generic and zigbee2mqtt get a client certificate; tasmota, shelly and esphome a password for the \
            compatibility listener, which is open while there are such. Key and password are shown here and not kept. \
            What it did so far, and how to undo it: tomte devices credentials.
            """,
            "tomte devices provision porch --dialect shelly",
            "tomte devices provision pump --dialect tasmota --mac A4:CF:12:00:1B:2C --qr",
            "tomte devices provision zigbee --dialect zigbee2mqtt --folder ./zigbee",
            "tomte devices provision meter --dialect generic --password"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: ArgumentHelp("Lower-case letters, digits and hyphens.", valueName: "name"))
    var root: String

    @Option(help: ArgumentHelp("How it speaks.", valueName: "family"))
    var dialect = DeviceFamily.homie

    @Option(help: ArgumentHelp("Its MAC address; tasmota needs it, for its announcements.", valueName: "mac"))
    var mac: String?

    @Flag(exclusivity: .exclusive, help: "Another proof than the usual one of its family.")
    var proof: ProofFlag?

    @Option(help: ArgumentHelp("Keep everything in files there, readable by you alone.", valueName: "dir"))
    var folder: String?

    @Flag(help: "Show what a device's own page takes as a QR code too.")
    var qr = false

    func run() async throws(CommandFailure) {
        let (id, body) = (try checkedRoot(), try checkedBody())
        try await gateway.withClient { client throws(CommandFailure) in
            let answer = try await client.provision(id, body)
            let credential = try answer.body()
            let files = folder.map { CredentialFiles(folder: $0, root: id.rawValue) }
            try write(credential, to: files)
            try output.show(answer) { credential, console in
                CredentialSheet(credential, files: files).show(on: console, withCode: qr)
            }
        }
    }

    private func checkedRoot() throws(CommandFailure) -> DeviceID {
        if let id = DeviceID(root) { return id }
        let closest = DeviceID(slugging: root, fallback: DeviceID("device"))
        throw .invalid(
            "“\(InertText(root, limit: 80))” cannot be a root topic: use a-z, 0-9 and hyphens, as in \(closest).")
    }

    private func checkedBody() throws(CommandFailure) -> ProvisionBody {
        guard let mac else { return ProvisionBody(dialect: dialect, proof: proof?.proof) }
        guard let address = MACAddress(mac) else {
            throw .invalid(
                "“\(InertText(mac, limit: 40))” is no MAC address: give twelve hexadecimal digits, as A4:CF:12:00:1B:2C."
            )
        }
        return ProvisionBody(dialect: dialect, proof: proof?.proof, mac: address)
    }

    private func write(_ credential: CredentialBody, to files: CredentialFiles?) throws(CommandFailure) {
        do {
            try files?.write(credential)
        } catch {
            throw .cannotStart(
                "The files cannot be written to \(folder ?? "."): \(error)\nProvision it again: this credential is lost."
            )
        }
    }
}

/// `--password` or `--certificate`.
enum ProofFlag: String, EnumerableFlag {
    case password, certificate

    var proof: CredentialProof {
        switch self {
        case .password: .password
        case .certificate: .certificate
        }
    }
}
