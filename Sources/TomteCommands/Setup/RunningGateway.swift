import GatewayWire
import HomeModel
import HostInspection
import ProofOfPossession
import TomteClient

/// A gateway that answers on this machine: its health, and its address on the network.
struct RunningGateway: Sendable {
    private static let startLimit = Duration.seconds(15)
    private static let pause = Duration.milliseconds(500)

    let diagnostics: DiagnosticsBody
    let endpoint: EndpointBody

    /// Reads both from the gateway with this state folder. Waits some seconds for one that is starting.
    static func read(_ folder: StateFolderPath) async throws(CLIError) -> RunningGateway {
        let end = ContinuousClock.now + startLimit
        return try await WaitingLine.show("Waiting for the gateway to start") {
            () async throws(CLIError) -> RunningGateway in
            while true {
                do throws(CLIError) {
                    return try await CLIClient.with(folder) { client throws(CLIError) in
                        RunningGateway(
                            diagnostics: try await client.diagnostics().body(),
                            endpoint: try await client.endpoint().body())
                    }
                } catch {
                    guard error.mayPass, ContinuousClock.now < end else { throw error }
                }
                try? await Task.sleep(for: pause)
            }
        }
    }

    /// The ports that are open, as far as the gateway reports them.
    var ports: [PortCheck.Port] {
        let broker = diagnostics.subsystems.first { $0.name == "broker" }?.values ?? [:]
        func port(_ name: String) -> UInt16? {
            guard case .number(let number) = broker[name] else { return nil }
            return UInt16(exactly: number)
        }
        // The host is that of an external broker, which is on another machine.
        let own = broker["state"] == .text("external") ? nil : port("port")
        return [
            endpoint.port.flatMap { UInt16(exactly: $0) }.map(PortCheck.Port.page), own.map(PortCheck.Port.broker),
            port("compatibilityPort").map(PortCheck.Port.compatibility),
        ].compactMap(\.self)
    }

    /// The state of discovery that the gateway reports.
    var discovery: String? {
        guard case .text(let state) = diagnostics.subsystems.first(where: { $0.name == "discovery" })?.values?["state"]
        else { return nil }
        return state
    }

    /// Whether the gateway trusts its clock: as the kernel reports it, or by its configuration.
    var trustsClock: Bool {
        guard case .text(let state) = diagnostics.subsystems.first(where: { $0.name == "clock" })?.values?["state"]
        else { return false }
        return state == "synchronised"
    }

    /// The notice that the home is on UTC and may be elsewhere; nil if a person has set its time zone.
    var timeZoneNotice: FindingBody? {
        guard let finding = diagnostics.findings.first(where: { $0.code == "clock.timeZoneUTC" }) else { return nil }
        return SetupFinding.notice(
            "timeZoneUTC", message: finding.message,
            remedy: "The page offers to change it at the first setup. If the home is elsewhere:\n"
                + "sudo tomte home time-zone Europe/Stockholm")
    }

    /// What `tomte doctor` shows and the checks of this machine do not.
    var otherProblems: FindingBody {
        let known: Set = ["access.noOwner", "clock.unsynchronised", "discovery.unavailable"]
        let marks = diagnostics.findings.filter { !known.contains($0.code) }.map { HealthMark($0.severity) }
        let count = marks.count { $0 == .warning || $0 == .failing }
        guard count > 0 else { return SetupFinding.ok("health", message: "The gateway reports no other problem.") }
        let message = "The gateway reports \(CountText.text(count, one: "other problem"))."
        let remedy = "sudo tomte doctor"
        return marks.contains(.failing)
            ? SetupFinding.failing("health", message: message, remedy: remedy)
            : SetupFinding.warning("health", message: message, remedy: remedy)
    }

    /// Whether the server at the page's port has the key of this gateway; nil if that could not be tried, because the
    /// address is not local.
    func pageFinding(at address: String) async -> FindingBody? {
        guard let port = endpoint.port, let fingerprint = endpoint.publicKeyFingerprint,
            let remote = try? RemoteAddress(host: address, port: port, address: address, fingerprint: fingerprint),
            let key = try? DPoPKey()
        else { return nil }
        do throws(CLIError) {
            _ = try await CLIClient.with(HTTPSTransport(remote, key: key)) { client throws(CLIError) in
                try await client.health()
            }
            return nil
        } catch {
            return SetupFinding.failing(
                "pageAnswer",
                message: "https://\(address):\(port) does not answer as this gateway: \(error.sentences.first ?? "")",
                remedy: "sudo ss -ltnp 'sport = :\(port)'")
        }
    }
}

extension CLIError {
    /// Whether a gateway that is starting gives this error.
    fileprivate var mayPass: Bool {
        switch self {
        case .noGateway(.notRunning), .noGateway(.staleSocket), .connectionLost: true
        default: false
        }
    }
}
