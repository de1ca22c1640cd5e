import ArgumentParser
import DeviceProtocols
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte devices provision`.
struct DevicesProvision: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provision",
        abstract: "Issue a credential for a new device, with the setup instructions for its family.",
        discussion: HelpDiscussion.discussion(
            """
            NAME becomes the device's root topic, user name and client id; the device may use only the topics below \
            it. \(families(with: .certificate)) get a client certificate; \(families(with: .password)) get a password \
            for the compatibility listener, which is open only while such devices exist. The private key and the \
            password are shown only once and not stored. tomte devices credentials lists and revokes credentials. A \
            device that has a credential gets a new one of the same family and kind, and is offline until it has it; \
            the command asks first.
            """,
            commands: "tomte devices provision porch --dialect shelly",
            "tomte devices provision pump --dialect tasmota --mac A4:CF:12:00:1B:2C --qr",
            "tomte devices provision zigbee --dialect zigbee2mqtt --folder ./zigbee",
            "tomte devices provision meter --dialect generic --password",
            "tomte devices provision porch --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: ArgumentHelp("Name of the device: a-z, 0-9 and hyphens.", valueName: "name"))
    var root: String

    @Option(
        help: ArgumentHelp(
            "Family of the device; else that of its present credential, or \(DeviceFamilies.standard.name.rawValue).",
            valueName: "family"))
    var dialect: DeviceFamily?

    @Option(help: ArgumentHelp("MAC address; \(Self.identified) needs it for its announcements.", valueName: "mac"))
    var mac: String?

    @Flag(exclusivity: .exclusive, help: "Issue this kind of credential instead of the family's usual one.")
    var proof: ProofFlag?

    @Option(help: ArgumentHelp("Write everything to files in this folder that only you can read.", valueName: "dir"))
    var folder: String?

    @Flag(help: "Also show the connection settings as a QR code.")
    var qr = false

    func run() async throws(CLIError) {
        let (id, mac) = (try checkedRoot(), try checkedMAC())
        try await gateway.withClient { client throws(CLIError) in
            let present = try await client.credentials().body().first { $0.root == id && !$0.isEnding }
            if let present { try confirmation.confirm(Self.question(about: present)) }
            let answer = try await client.provision(id, body: body(mac: mac, replacing: present))
            let credential = try answer.body()
            let files = folder.map { CredentialFiles(folder: $0, root: id.rawValue) }
            try write(credential, to: files)
            // What cannot be read only changes the advice: the credential is shown only this once.
            let listed = try? await client.credentials().body().first { $0.root == credential.root }
            let devices = listed?.devices ?? []
            try output.show(answer) { credential, console in
                CredentialSheet(credential, files: files, devices: devices).show(on: console, withCode: qr)
            }
        }
    }

    /// The families that usually get this kind of credential, as a list for the help.
    private static func families(with kind: CredentialKind) -> String {
        let names = DeviceFamilies.all.filter { $0.usualCredential == kind }.map { $0.name.rawValue }
        let last = names.suffix(1).joined()
        return names.count < 2 ? last : "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }

    /// The families that need a MAC address.
    private static let identified = DeviceFamilies.identifiedByMAC.map { $0.name.rawValue }.joined(separator: " or ")

    private func checkedRoot() throws(CLIError) -> DeviceID {
        if let id = DeviceID(root) { return id }
        let closest = DeviceID(slugging: root, fallback: DeviceID("device"))
        throw .invalid(
            "“\(EscapedText(root, limit: 80))” cannot be a root topic: use a-z, 0-9 and hyphens, as in \(closest).")
    }

    private func checkedMAC() throws(CLIError) -> MACAddress? {
        guard let mac else { return nil }
        guard let address = MACAddress(mac) else {
            throw .invalid(
                "“\(EscapedText(mac, limit: 40))” is no MAC address; use twelve hexadecimal digits, as A4:CF:12:00:1B:2C."
            )
        }
        return address
    }

    /// What is not given is as it was for the credential that is replaced.
    private func body(mac: MACAddress?, replacing present: ListedCredentialBody?) -> ProvisionBody {
        let family = dialect ?? present?.dialect ?? DeviceFamilies.standard.name
        let known = present?.dialect == family ? present?.mac : nil
        return ProvisionBody(dialect: family, proof: proof?.proof, mac: mac ?? known)
    }

    /// The question before a credential is replaced: what uses it is cut off at once.
    static func question(about present: ListedCredentialBody) -> StyledText {
        let names = present.devices
        let who =
            switch names.count {
            case 0: "A device that uses it is"
            case 1: "\(EscapedText(names[0], limit: 100)) is"
            default: "\(names.count) devices are"
            }
        return "Replace the credential of \(present.root, .strong)? \(who) offline until the new one is installed."
    }

    private func write(_ credential: CredentialBody, to files: CredentialFiles?) throws(CLIError) {
        do {
            try files?.write(credential)
        } catch {
            throw .cannotStart(
                "The files cannot be written to \(folder ?? "."): \(error)\nThis credential is lost; issue a new one."
            )
        }
    }
}

/// The kind of a credential, as a flag: `--password` or `--certificate`.
enum ProofFlag: String, EnumerableFlag {
    case password, certificate

    var proof: CredentialKind {
        switch self {
        case .password: .password
        case .certificate: .certificate
        }
    }
}

/// Shows a new credential with the instructions for setting up the device.
struct CredentialSheet {
    private let credential: CredentialBody
    /// The files that contain the credential; nil when it is printed instead.
    private let files: CredentialFiles?
    /// The names of the adopted devices that connect with it.
    private let devices: [String]

    init(_ credential: CredentialBody, files: CredentialFiles?, devices: [String] = []) {
        self.credential = credential
        self.files = files
        self.devices = devices
    }

    func show(on console: Console, withCode: Bool) {
        let proof = credential.proof == .password ? "a password" : "a certificate"
        console.line("\("✓", .good) \(credential.root, .strong) can connect with \(proof), to port \(credential.port).")
        console.line("  Its family is \(credential.dialect.rawValue).")
        for step in credential.steps { show(step, on: console) }
        if withCode { showCode(on: console) }
        if !credential.notes.isEmpty { console.line() }
        for note in credential.notes { console.prose(note.text, after: "• ") }
        console.line()
        console.prose(advice, after: "→ ")
    }

    /// What comes next. A device that is adopted already stays so; its former credential is revoked.
    var advice: String {
        guard let first = devices.first else {
            return "When the device has connected and announced itself, adopt it: tomte devices list --discovered"
        }
        let isOne = devices.count == 1
        let name = isOne ? EscapedText(first, limit: 100).description : "\(devices.count) devices"
        return "\(name) \(isOne ? "is" : "are") offline until the device has this credential, because the former one "
            + "is revoked. \(isOne ? "It stays" : "They stay") adopted; there is nothing else to do."
    }

    private func show(_ step: SetupStepBody, on console: Console) {
        console.line()
        if let files {
            console.prose("\(step.title): \(files.path(of: step))")
        } else {
            console.prose("\(step.title):", style: .strong)
            // Without line breaks, because people copy it.
            console.raw(Array((step.text.hasSuffix("\n") ? step.text : step.text + "\n").utf8))
        }
    }

    private func showCode(on console: Console) {
        console.line()
        guard let text = credential.scannable else {
            return console.prose("There is no QR code for this credential; --folder writes files instead.", after: "! ")
        }
        guard let lines = QRDrawing.lines(of: text, columns: console.terminal.columns) else {
            return console.prose("The terminal is too narrow for the QR code.", after: "! ")
        }
        console.lines(lines.map { StyledText($0) })
    }
}
