import ArgumentParser
import Foundation
import GatewayApp
import GatewayCore
import GatewayWire
import HostInspection
import TomteClient

/// The subcommand `tomte setup`.
struct SetupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Check this machine after the installation, and claim the home for its first owner.",
        discussion: HelpDiscussion.discussion(
            """
            It checks the gateway, its ports, the firewall, the address of this machine, the time, mDNS and the disk,
            and says what to do; it changes nothing. As root it also sees the firewall and which programs use the ports.
            Then, for a home without an owner, it shows the code for the first owner and waits until it is used.

            The code is written only to a terminal, never to a log; --show-code writes it to any output. The exit code is
            0 when nothing is failing, else 6.
            """,
            commands: "sudo tomte setup", "tomte setup --state .tomte", "sudo tomte setup --json"))

    @OptionGroup var state: StateOptions

    @Flag(name: .customLong("json"), help: "Print the findings as JSON; it never contains the code.")
    var isJSON = false

    @Flag(name: .customLong("show-code"), help: "Show the code for the first owner also without a terminal.")
    var showsCode = false

    @Flag(name: .customLong("no-wait"), help: "Do not wait until the home has an owner.")
    var isImpatient = false

    func run() async throws(CLIError) {
        var report = SetupReport(console: isJSON ? nil : .output)
        let network = NetworkCheck.state()
        let gateway = await examine(network, into: &report)
        if isJSON {
            try SetupDocument(findings: report.findings, endpoint: gateway?.endpoint).write(on: .output)
        } else if let gateway {
            try await showOwnership(of: gateway, at: network.network?.address)
        }
        if report.isFailing { throw .ended(.failed) }
    }

    /// Runs the checks in the order in which a person can fix what they find. Returns nil if no gateway answers.
    private func examine(_ network: NetworkCheck.State, into report: inout SetupReport) async -> RunningGateway? {
        let ports = PortCheck(address: network.network?.address ?? "127.0.0.1")
        var running: RunningGateway?
        do throws(CLIError) {
            let gateway = try await RunningGateway.read(state.folder)
            running = gateway
            await Self.examine(gateway, ports: ports, into: &report)
        } catch {
            report.add(Self.findings(about: error, ports: ports))
            // A user who may not ask the gateway may not look at the firewall either.
            guard !error.isForbidden else {
                report.add(machineFindings(network, of: nil))
                return nil
            }
        }
        if let network = network.network {
            let numbers = running?.ports.map(\.number) ?? PortCheck.usual.map(\.number)
            let check = FirewallCheck(
                ports: numbers, network: network, isDiscoveryOn: running?.discovery != MachineCheck.discoveryOff)
            report.add([check.finding(about: FirewallCheck.state())])
        }
        report.add(machineFindings(network, of: running))
        report.add([running?.timeZoneNotice, running?.otherProblems].compactMap(\.self))
        return running
    }

    private static func examine(_ gateway: RunningGateway, ports: PortCheck, into report: inout SetupReport) async {
        report.add([SetupFinding.ok("gateway", message: "The gateway runs: Tomte \(gateway.diagnostics.version).")])
        let findings = gateway.ports.map(ports.finding)
        report.add(findings)
        guard findings.first?.severity == "ok" else { return }
        report.add([await gateway.pageFinding(at: ports.address)].compactMap(\.self))
    }

    private func machineFindings(_ network: NetworkCheck.State, of running: RunningGateway?) -> [FindingBody] {
        [
            NetworkCheck.finding(about: network),
            MachineCheck.time(
                isSynchronised: HomeClock.system().isSynchronised(), isTrusted: running?.trustsClock ?? false,
                processes: MachineCheck.timeProcesses),
            MachineCheck.avahi(isRunning: MachineCheck.isAvahiRunning, discovery: running?.discovery),
            MachineCheck.disk(freeBytes: MachineCheck.freeBytes(of: Self.existing(state.folder.path))),
        ]
    }

    /// The findings when no gateway answers. A gateway that this user may not ask may run, and have its ports.
    static func findings(about error: CLIError, ports: PortCheck) -> [FindingBody] {
        if case .noGateway(let unavailability) = error, error.isForbidden {
            return [
                FindingBody(
                    code: unavailability.code, severity: HealthMark.failing.rawValue, subsystem: "gateway",
                    message: "\(unavailability.message) The ports and the firewall were not checked.",
                    remedy: "Run the setup as root:\nsudo tomte setup")
            ]
        }
        return [finding(about: error)] + PortCheck.usual.compactMap(ports.occupied)
    }

    private static func finding(about error: CLIError) -> FindingBody {
        if case .noGateway(let unavailability) = error { return unavailability.finding }
        let sentences = error.sentences
        return SetupFinding.failing(
            "gateway", message: sentences.first ?? "The gateway does not answer.",
            remedy: sentences.dropFirst().joined(separator: " "))
    }

    /// The folder, or the nearest one above it that exists, which is on the same disk.
    private static func existing(_ path: String) -> String {
        var url = URL(fileURLWithPath: path)
        while !FileManager.default.fileExists(atPath: url.path), url.path != "/" { url.deleteLastPathComponent() }
        return url.path
    }

    private func showOwnership(of gateway: RunningGateway, at address: String?) async throws(CLIError) {
        let console = Console.output
        console.line()
        if gateway.endpoint.isClaimed {
            PageAddress(gateway.endpoint)?.show(on: console, address: address)
            return
        }
        guard gateway.endpoint.port != nil else {
            console.prose("This home has no owner, and its page is off; see https.enabled in the configuration.")
            return
        }
        guard console.terminal.isInteractive || showsCode else {
            console.prose(
                "This home has no owner yet. Its code is shown only on a terminal: run sudo tomte setup there, or give "
                    + "--show-code.")
            return
        }
        let byAddress = PageAddress(gateway.endpoint)?.byAddress(address)
        let owner = FirstOwner(folder: state.folder, page: byAddress, console: console)
        if try await owner.claim(waits: !isImpatient) {
            console.line("\("✓", .good) The home has its first owner.")
            NextSteps.show(on: console, folder: state.folder)
        }
    }
}

extension CLIError {
    /// Whether this user has no permission to ask the gateway.
    fileprivate var isForbidden: Bool {
        if case .noGateway(.notPermitted) = self { true } else { false }
    }
}

/// The output of `tomte setup --json`.
private struct SetupDocument: Encodable {
    let findings: [FindingBody]
    /// Nil if no gateway answers.
    let isClaimed: Bool?
    /// The address of the page; nil if there is none.
    let page: String?

    init(findings: [FindingBody], endpoint: EndpointBody?) {
        self.findings = findings
        isClaimed = endpoint?.isClaimed
        page = endpoint.flatMap(PageAddress.init)?.url
    }

    func write(on console: Console) throws(CLIError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let document = try? encoder.encode(self) else { throw .cannotStart("The findings are no valid JSON.") }
        console.json(Array(document))
    }
}

/// The address of the page, for the first visit of a phone.
struct PageAddress {
    let url: String
    private let port: Int
    private let fingerprint: String?

    /// Nil if the gateway has no page.
    init?(_ endpoint: EndpointBody) {
        guard let host = endpoint.host, let port = endpoint.port else { return nil }
        url = "https://\(host):\(port)/"
        self.port = port
        fingerprint = endpoint.certificateFingerprint
    }

    /// The page at an address of this machine.
    func byAddress(_ address: String?) -> String? { address.map { "https://\($0):\(port)/" } }

    /// - Parameter address: the address of this machine, for phones that do not find names that end with .local.
    func show(on console: Console, address: String?) {
        if console.terminal.isInteractive, let lines = QRDrawing.lines(of: url, columns: console.terminal.columns) {
            console.lines(lines.map { StyledText($0) })
        }
        console.line("This home has an owner. Its page is \(url, .strong)")
        if let url = byAddress(address) { console.line("Where that name is not found: \(url, .strong)") }
        if let fingerprint {
            console.line("A browser that warns must show this fingerprint:")
            console.raw(Array("\n  \(PairingSheet.grouped(fingerprint))\n".utf8))
        }
    }
}
