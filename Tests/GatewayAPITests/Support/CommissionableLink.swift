import AuditTrail
import HomeModel

@testable import GatewayCore

/// A link whose nodes accept the code `CommissionableLink.code`, and are shared by a code, without a network.
actor CommissionableLink: CodeSharingLink {
    static let code = "34970112332"
    static let sharedDigits = "10345678907"
    static let sharedPayload = "MT:Y.K9042C00KA0648G00"
    /// A node that accepts a code, one with certificates for tests whose maker is unknown, and one that accepts no code.
    static let plug = "DD200C20D25AE5F7"
    static let prototype = "DD200C20D25AE5F8"
    static let closed = "DD200C20D25AE5F9"
    /// A node of another home.
    static let foreign = "87E1B004E235A130-8FC7772401CD0696"
    static let ownFabric = "2906C908D115D362"
    static let otherFabric = "87E1B004E235A130"

    nonisolated let kinds: Set<LinkKind> = [.matter]
    nonisolated let findingSource = LinkFinding.Source(
        name: "commissionable", auditKey: "node", logKey: "net.node")
    nonisolated let name = "matter"
    nonisolated let deviceWords = (one: "node", many: "nodes")
    nonisolated let removalVerb = "remove"
    private let registry: HomeRegistry
    private let clock: HomeClock
    private var pairings: [String: DevicePairing] = [:]
    private var fabrics: [String: [DeviceController]] = [:]
    private var isOpen = false
    var addedMakers: [DeviceMaker] = []
    var pins: [LinkAddress: Secret] = [:]

    init(registry: HomeRegistry, clock: HomeClock) {
        self.registry = registry
        self.clock = clock
    }

    /// What the network announces.
    static func announcements(at now: Timestamp) throws -> [NetworkService] {
        let facts: [(name: String, kind: ServiceKind, txt: [String])] = [
            (plug, .matterCommissionable, ["D=840", "CM=1", "DN=Plug in lamp"]),
            (prototype, .matterCommissionable, ["D=841", "CM=2", "DN=Prototype"]),
            (closed, .matterCommissionable, ["D=842", "CM=0", "DN=Closed"]), (foreign, .matterOperational, []),
        ]
        return try facts.map { name, kind, txt in
            let record = try ServiceRecord(
                kind: kind, instance: name, txt: TXTRecord(entries: txt.map { Array($0.utf8) }))
            return NetworkService(
                id: NetworkService.ID(kind: kind, identity: record.identity(instance: name)), announcedName: name,
                announcedHost: "node.local", port: 5540, addresses: [], record: record, firstSeen: now, lastSeen: now)
        }
    }

    func run() async {}
    func prepare(_ command: AuditedCommand) async -> (any PreparedCommand)? { nil }
    func clear(_ finding: LinkFinding) async throws(LinkError) {}
    func follow(_ devices: [Device], asOf revision: Int) async {}

    func pairings() async -> [DevicePairing] {
        pairings.values.map { $0.with(lockPINs(of: $0.root, devices: $0.devices)) }
    }

    /// The node id of a new node is made of its name.
    func pair(
        _ announced: String, code: Secret, accepting accepted: Set<DevicePairingObstacle>
    ) async throws(DevicePairingFailure) -> DevicePairing {
        guard code.exposedText == Self.code else { throw .wrongCode("The node does not accept the code.") }
        if announced == Self.prototype {
            for (obstacle, reason) in [
                (DevicePairingObstacle.testDevice, "The node has certificates for tests."),
                (.unknownMaker, "The maker of the node is not known."),
            ] where !accepted.contains(obstacle) {
                throw .blocked(obstacle, reason: reason)
            }
        }
        let root = announced.lowercased()
        let address = LinkAddress(kind: .matter, foreignID: "1", root: root)
        let plug = Part(id: .main, capabilities: [Capability(CapabilityName(.switch), isCommanded: true)])
        _ = await registry.described(
            address, description: DeviceDescription(name: "Plug", parts: [plug]), native: nil, at: clock.now())
        let pairing = DevicePairing(
            kind: .matter, root: root,
            service: NetworkService.ID(kind: .matterOperational, identity: "\(Self.ownFabric)-\(announced)"),
            announcedName: "Plug in lamp", model: "P-1", category: nil, state: .paired, trouble: nil,
            devices: [address], pairedAt: clock.now())
        pairings[root] = pairing
        let key: [UInt8] = [4] + Array(repeating: 0xC0, count: 64)
        fabrics[root] = [
            DeviceController(
                identifier: Self.ownFabric, publicKey: key, isAdministrator: true, isOwn: true, name: "Tomte"),
            DeviceController(
                identifier: Self.otherFabric, publicKey: key, isAdministrator: true, name: "Other\u{1B} home"),
        ]
        return pairing
    }

    func unpair(_ root: String, discarding: Bool) async throws(DevicePairingFailure) -> Bool {
        pairings[root] = nil
        return true
    }

    func identify(_ root: String, device: LinkAddress?) async throws(DevicePairingFailure) {
        guard pairings[root] != nil else { throw .notFound }
    }

    func controllers(of root: String) async throws(DevicePairingFailure) -> [DeviceController] { fabrics[root] ?? [] }

    func unshare(_ root: String, from identifier: String) async throws(DevicePairingFailure) {
        fabrics[root]?.removeAll { $0.identifier == identifier && !$0.isOwn }
    }

    func openPairing(
        _ root: String, for duration: Duration
    ) async throws(DevicePairingFailure) -> SharingCode {
        guard !isOpen else { throw .blocked(.deviceBusy, reason: "The node accepts a code already.") }
        isOpen = true
        return SharingCode(
            digits: Secret(Self.sharedDigits), payload: Secret(Self.sharedPayload), expiresAt: clock.now() + duration)
    }

    func closePairing(_ root: String) async throws(DevicePairingFailure) {
        guard isOpen else { throw .blocked(.deviceRefused, reason: "The node accepts no code.") }
        isOpen = false
    }
}
