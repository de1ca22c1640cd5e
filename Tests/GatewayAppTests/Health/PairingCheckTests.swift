import AuditTrail
import GatewayCore
import HomeModel
import Testing

@testable import GatewayApp

struct PairingCheckTests {
    private static let time = Timestamp(milliseconds: 1_800_000_000_000)

    private static func pairing(_ name: String, trouble: DevicePairing.Trouble?) -> DevicePairing {
        DevicePairing(
            kind: .matter, root: name, service: NetworkService.ID(kind: .matterOperational, identity: name),
            announcedName: name, model: nil, category: nil, state: .paired, trouble: trouble, devices: [],
            pairedAt: time)
    }

    private static func finding(_ code: String) -> HealthFinding {
        HealthFinding(code, severity: .notice, message: "It is so.", remedy: "Wait.")
    }

    /// A link with these pairings, without a network.
    private struct PairedLink: DiagnosedLink {
        let all: [DevicePairing]

        let kinds: Set<LinkKind> = [.matter]
        let findingSource = LinkFinding.Source(name: "sample", auditKey: "node", logKey: "net.node")
        let name = "matter"
        let deviceWords = (one: "node", many: "nodes")
        let removalVerb = "remove"

        func findings() async -> [HealthFinding] { [PairingCheckTests.finding("matter.failSafe")] }
        func pairings() async -> [DevicePairing] { all }
        func run() async {}
        func prepare(_ command: AuditedCommand) async -> (any PreparedCommand)? { nil }
        func clear(_ finding: LinkFinding) async throws(LinkError) {}
        func follow(_ devices: [Device], asOf revision: Int) async {}
        func pair(
            _ announced: String, code: Secret, accepting accepted: Set<DevicePairingObstacle>
        ) async throws(DevicePairingFailure) -> DevicePairing { throw .notFound }
        func unpair(_ root: String, discarding: Bool) async throws(DevicePairingFailure) -> Bool { throw .notFound }
        func identify(_ root: String, device: LinkAddress?) async throws(DevicePairingFailure) { throw .notFound }
        func controllers(of root: String) async throws(DevicePairingFailure) -> [DeviceController] { [] }
        func unshare(_ root: String, from identifier: String) async throws(DevicePairingFailure) { throw .notFound }
    }

    @Test func findingsOfTheNetworkAndTheLinkComeFirst() async {
        let lost = DevicePairing.Trouble(code: "unreachable", detail: "It does not answer.", since: Self.time)
        let link = PairedLink(all: [Self.pairing("Blind", trouble: lost), Self.pairing("Lamp", trouble: nil)])
        let health = await PairingCheck.of(link) { [Self.finding("matter.count\($0.count)")] }()
        #expect(health.findings.map(\.code) == ["matter.count2", "matter.failSafe", "matter.unreachable"])
        #expect(health.values == ["state": .text("paired"), "count": .number(2), "connected": .number(1)])
    }

    @Test func findingSaysSinceWhenADeviceIsNotConnected() async throws {
        let since = DevicePairing.Trouble(code: "unreachable", detail: "It does not answer.", since: Self.time)
        let unknown = DevicePairing.Trouble(code: "timedOut", detail: "It does not answer.")
        let link = PairedLink(all: [Self.pairing("Blind", trouble: since), Self.pairing("Lamp", trouble: unknown)])
        let findings = await PairingCheck.of(link)().findings.filter { $0.severity == .warning }
        #expect(
            findings.map(\.message) == [
                "“Blind”: It does not answer. Not connected since \(Self.time.rfc3339).", "“Lamp”: It does not answer.",
            ])
        #expect(findings.map { $0.values["since"] } == [.text(Self.time.rfc3339), nil])
    }
}
