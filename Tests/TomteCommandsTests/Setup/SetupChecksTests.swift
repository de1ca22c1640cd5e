import Foundation
import GatewayWire
import HostInspection
import Testing
import TomteClient

@testable import TomteCommands

@Suite struct SetupChecksTests {
    private static let network = LocalNetwork(
        addresses: Array(
            """
            [{"ifname":"eth0","operstate":"UP","link_type":"ether","address":"02:fc:00:00:00:01","addr_info":[{"family":"inet",\
            "local":"192.168.1.7","prefixlen":24,"scope":"global","dynamic":true,"valid_life_time":3600}]}]
            """.utf8), routes: [])

    @Test(
        arguments: [
            (.connected, [], "ok"), (.connected, ["tomte"], "ok"), (.connected, ["nginx"], "failing"),
            (.connected, ["nginx", "tomte"], "failing"), (.refused, [], "failing"), (.timedOut, [], "failing"),
            (.failed(code: 101), [], "failing"),
        ] as [(ConnectionAttempt, Set<String>, String)])
    func portIsReachableOnlyIfOurProgramAnswers(_ attempt: ConnectionAttempt, programs: Set<String>, severity: String) {
        let finding = PortCheck.finding(about: .page(8443), at: "192.168.1.7", attempt: attempt, programs: programs)
        #expect(finding.severity == severity && finding.code == "setup.pagePort")
        #expect(finding.message.contains("8443") && (severity == "ok") == finding.remedy.isEmpty)
        if programs.contains("nginx") { #expect(finding.message.contains("nginx")) }
    }

    @Test func programThatIsNotVisibleIsNoFinding() {
        func check(_ isRoot: Bool) -> PortCheck {
            PortCheck(address: "192.168.1.7", sockets: Self.unnamedSockets, isRoot: isRoot)
        }
        #expect(check(false).occupied(.page(8443)) == nil)
        #expect(check(true).occupied(.page(8443))?.message.contains("another program") == true)
        #expect(check(true).occupied(.page(8444)) == nil)
    }

    @Test func userWithoutPermissionIsToldOnlyToRunTheSetupAsRoot() {
        let ports = PortCheck(address: "192.168.1.7", sockets: Self.unnamedSockets, isRoot: true)
        let error = CLIError.noGateway(.notPermitted("/var/lib/tomte/run/tomte.sock"))
        let findings = SetupCommand.findings(about: error, ports: ports)
        #expect(findings.map(\.code) == ["socketNotPermitted"])
        #expect(findings.first?.remedy.hasSuffix("\nsudo tomte setup") == true)
        let stopped = SetupCommand.findings(about: .noGateway(.notRunning(socket: "/s")), ports: ports)
        #expect(stopped.map(\.code) == ["gatewayNotRunning", "setup.pagePort"])
    }

    /// Port 8443 is in use by a program whose name is not visible.
    private static var unnamedSockets: ListeningSockets {
        let folder = "/tmp/setup-checks-\(UUID().uuidString.prefix(8))"
        try? FileManager.default.createDirectory(atPath: "\(folder)/net", withIntermediateDirectories: true)
        let table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 00000000:20FB 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 12345 1
            """
        try? Data(table.utf8).write(to: URL(fileURLWithPath: "\(folder)/net/tcp"))
        return ListeningSockets(proc: folder)
    }

    @Test func assignedAddressIsToBeReserved() throws {
        let finding = NetworkCheck.finding(about: .connected(try #require(Self.network)))
        #expect(finding.severity == "warning")
        #expect(finding.remedy.contains("reserve 192.168.1.7 for 02:fc:00:00:00:01"))
        #expect(NetworkCheck.finding(about: .notConnected).severity == "warning")
    }

    @Test func missingProgramIsNotReportedAsAMissingNetwork() {
        let finding = NetworkCheck.finding(about: NetworkCheck.state(folders: ["/nowhere"]))
        #expect(finding.code == "setup.networkUnknown" && finding.remedy.contains("\nsudo apt install iproute2"))
    }

    @Test(arguments: [
        ("/var/lib/tomte", "sudo tomte invite NAME"), ("./.tomte", "or tomte invite NAME"),
    ])
    func nextStepsAskTheInstalledServiceAsRoot(folder: String, expected: String) {
        let path = StateFolderPath(option: folder, environment: [:])
        let steps = NextSteps.steps(tomte: path.isOfInstalledService ? "sudo tomte" : "tomte")
        #expect(steps.contains { $0.contains(expected) })
    }

    @Test(
        arguments: [
            (true, [], "ok"), (true, ["chronyd"], "ok"), (false, ["systemd-timesyn"], "warning"),
            (false, [], "warning"),
        ] as [(Bool, Set<String>, String)])
    func clockIsJudgedByTheKernel(_ isSynchronised: Bool, processes: Set<String>, severity: String) {
        #expect(MachineCheck.time(isSynchronised: isSynchronised, processes: processes).severity == severity)
    }

    @Test func clockThatTheConfigurationTrustsNeedsNothing() {
        let finding = MachineCheck.time(isSynchronised: false, isTrusted: true, processes: [])
        #expect(finding.severity == "ok" && finding.remedy.isEmpty)
    }

    @Test(
        arguments: [
            (true, "running", "ok"), (false, nil, "warning"), (false, "off", "ok"), (true, "unavailable", "warning"),
            (true, nil, "ok"),
        ] as [(Bool, String?, String)])
    func mDNSNeedsAvahiUnlessDiscoveryIsOff(_ isRunning: Bool, discovery: String?, severity: String) {
        #expect(MachineCheck.avahi(isRunning: isRunning, discovery: discovery).severity == severity)
    }

    @Test(
        arguments: [(nil, "notice"), (1 << 20, "failing"), (1 << 30, "warning"), (1 << 40, "ok")] as [(UInt64?, String)]
    )
    func littleDiskSpaceIsReported(_ bytes: UInt64?, severity: String) {
        #expect(MachineCheck.disk(freeBytes: bytes).severity == severity)
    }

    @Test func commandsOfARemedyStayUnbroken() {
        let command = "sudo ufw allow from 192.168.1.0/24 to any port 8443 proto tcp"
        let finding = SetupFinding.failing(
            "firewallDrops", message: "It drops \u{1B}[2J packets.", remedy: "Allow them:\n\(command)")
        let lines = SetupReport.lines(finding, limit: 30).map(\.plain)
        #expect(lines.contains("      \(command)") && !lines.joined().contains("\u{1B}"))
    }
}
