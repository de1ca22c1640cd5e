import AuditTrail
import Concurrency
import HomeModel

@testable import GatewayCore

/// A link with one paired device, which removes its pairing when the test lets it answer.
struct SlowPairingLink: PairingLink {
    let kinds: Set<LinkKind> = [.homeKit]
    let findingSource = LinkFinding.Source.fake
    let name = "homekit"
    let deviceWords = (one: "accessory", many: "accessories")
    let removalVerb = "unpair"
    /// Sent when the device is asked to remove its pairing.
    let isAsked = Reply()
    /// The test sends it to let the device answer.
    let mayAnswer = Reply()
    private let pairing: DevicePairing

    init(at now: Timestamp) {
        pairing = DevicePairing(
            kind: .homeKit, root: "lamp", service: NetworkService.ID(kind: .homeKit, identity: "lamp"),
            announcedName: "Reading lamp", model: nil, category: nil, state: .paired, trouble: nil, devices: [],
            pairedAt: now)
    }

    func run() async {}
    func prepare(_ command: AuditedCommand) async -> (any PreparedCommand)? { nil }
    func clear(_ finding: LinkFinding) async throws(LinkError) {}
    func follow(_ devices: [Device], asOf revision: Int) async {}

    func pairings() async -> [DevicePairing] { [pairing] }

    func pair(
        _ announced: String, code: Secret, accepting accepted: Set<DevicePairingObstacle>
    ) async throws(DevicePairingFailure) -> DevicePairing { throw .notFound }

    func unpair(_ root: String, discarding: Bool) async throws(DevicePairingFailure) -> Bool {
        isAsked.send()
        await mayAnswer.wait()
        return !Task.isCancelled
    }

    func identify(_ root: String, device: LinkAddress?) async throws(DevicePairingFailure) {}
    func controllers(of root: String) async throws(DevicePairingFailure) -> [DeviceController] { [] }
    func unshare(_ root: String, from identifier: String) async throws(DevicePairingFailure) {}
}
