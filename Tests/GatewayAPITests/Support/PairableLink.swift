import AuditTrail
import HomeModel

@testable import GatewayCore

/// A link whose accessories accept the code `PairableLink.code`, and can then be used, without a network.
actor PairableLink: KeySharingLink {
    static let code = "031-45-154"
    /// An accessory that can be paired, one that another controller has paired with, and one that is never reached again.
    static let lamp = "aa:bb:cc:dd:ee:01"
    static let thermostat = "aa:bb:cc:dd:ee:02"
    static let lostLamp = "aa:bb:cc:dd:ee:03"

    nonisolated let kinds: Set<LinkKind> = [.homeKit]
    nonisolated let findingSource = LinkFinding.Source(name: "pairable", auditKey: "accessory", logKey: "net.accessory")
    nonisolated let name = "homekit"
    nonisolated let deviceWords = (one: "accessory", many: "accessories")
    nonisolated let removalVerb = "unpair"
    private let registry: HomeRegistry
    private let clock: HomeClock
    private var pairings: [String: DevicePairing] = [:]
    private var controllers: [String: [DeviceController]] = [:]

    init(registry: HomeRegistry, clock: HomeClock) {
        self.registry = registry
        self.clock = clock
    }

    /// What the network announces.
    static func announcements(at now: Timestamp) throws -> [NetworkService] {
        let facts: [(name: String, root: String, status: String, kind: ServiceKind)] = [
            ("Reading lamp", lamp, "sf=1", .homeKit), ("Old thermostat", thermostat, "sf=0", .homeKit),
            ("Lost lamp", lostLamp, "sf=1", .homeKit), ("Thread lamp", "aa:bb:cc:dd:ee:04", "sf=1", .homeKitThread),
        ]
        return try facts.map { name, root, status, kind in
            let txt = TXTRecord(entries: ["id=\(root)", status, "md=L-1", "ci=5"].map { Array($0.utf8) })
            let record = try ServiceRecord(kind: kind, instance: name, txt: txt)
            return NetworkService(
                id: NetworkService.ID(kind: kind, identity: record.identity(instance: name)), announcedName: name,
                announcedHost: "lamp.local", port: 51_826, addresses: [], record: record, firstSeen: now, lastSeen: now)
        }
    }

    func run() async {}
    func prepare(_ command: AuditedCommand) async -> (any PreparedCommand)? { nil }
    func clear(_ finding: LinkFinding) async throws(LinkError) {}
    func follow(_ devices: [Device], asOf revision: Int) async {}

    func pairings() async -> [DevicePairing] { Array(pairings.values) }

    func pair(
        _ root: String, code: Secret, accepting accepted: Set<DevicePairingObstacle>
    ) async throws(DevicePairingFailure) -> DevicePairing {
        guard root != Self.thermostat else {
            throw .blocked(.pairedElsewhere, reason: "Another controller has paired.")
        }
        guard code.exposedText.contains(where: \.isNumber) else { throw .invalidCode("A code has eight digits.") }
        guard code.exposedText == Self.code else { throw .wrongCode("The accessory does not accept the code.") }
        let address = LinkAddress(kind: .homeKit, foreignID: "1", root: root)
        let outlet = Part(
            id: .main, name: "Outlet A", capabilities: [Capability(CapabilityName(.switch), isCommanded: true)])
        _ = await registry.described(
            address, description: DeviceDescription(name: "Lamp", parts: [outlet]), native: nil, at: clock.now())
        let pairing = DevicePairing(
            kind: .homeKit, root: root, service: NetworkService.ID(kind: .homeKit, identity: root),
            announcedName: "Reading lamp", model: "L-1", category: "light", state: .paired, trouble: nil,
            devices: [address], pairedAt: clock.now())
        pairings[root] = pairing
        controllers[root] = [
            DeviceController(
                identifier: "own", publicKey: Array(repeating: 1, count: 32), isAdministrator: true, isOwn: true)
        ]
        return pairing
    }

    func unpair(_ root: String, discarding: Bool) async throws(DevicePairingFailure) -> Bool {
        if root == Self.lostLamp, !discarding { return false }
        pairings[root] = nil
        return true
    }

    func identify(_ root: String, device: LinkAddress?) async throws(DevicePairingFailure) {
        if root == Self.lostLamp { throw .blocked(.unreachable, reason: "The accessory does not accept connections.") }
    }

    func controllers(of root: String) async throws(DevicePairingFailure) -> [DeviceController] {
        controllers[root] ?? []
    }

    func share(_ root: String, with controller: DeviceController) async throws(DevicePairingFailure) {
        controllers[root, default: []].append(controller)
    }

    func unshare(_ root: String, from identifier: String) async throws(DevicePairingFailure) {
        guard identifier != "own" else { throw .blocked(.deviceRefused, reason: "This is the gateway itself.") }
        controllers[root]?.removeAll { $0.identifier == identifier }
    }
}
