package import AuditTrail
import Concurrency
package import GatewayCore
import HomeCertificates
package import HomeModel
package import Logging
import MatterProtocol
import MatterTransport

/// Connects the gateway to the nodes of its Matter fabric, as their administrator: one session for each node.
package actor MatterLink: DeviceLink {
    package nonisolated let kinds: Set<LinkKind> = [.matter]
    package nonisolated let findingSource = LinkFinding.Source.matter
    package nonisolated let name = "matter"
    package nonisolated let deviceWords = (one: "node", many: "nodes")
    package nonisolated let removalVerb = "remove"

    /// The number of nodes that are connected and subscribed to at once.
    private static let simultaneousConnections = 3

    private let discovered: DiscoveredServices
    let services: NodeFollower.Services
    var makerStore: MakerStore
    private(set) var followers: [String: NodeFollower] = [:]
    /// The roots of the nodes whose stored records cannot be read.
    let unreadableRecords: [String]
    /// When the fail-safes of interrupted commissionings end at the latest, by the names of their nodes.
    var armedFailSafes: [String: Timestamp] = [:]
    /// The nodes of the fabric that are announced, by the roots of their addresses.
    private var announced: [String: NetworkService] = [:]
    /// The hosts that are announced in other fabrics.
    private var hostsElsewhere: Set<AnnouncedHost> = []
    private var commissionable: [String: NetworkService] = [:]
    private var devices: [String: [Device]] = [:]
    private var revision = Int.min
    /// The nodes that are being commissioned now, by the names that they announce.
    private var commissioning: Set<String> = []
    /// Nil while the link has no socket.
    private var connector: NodeConnector?
    /// Those who wait for the socket.
    private var waiting: [CheckedContinuation<NodeConnector?, Never>] = []
    private var isRunning = false
    /// A home without nodes needs no socket.
    private let (needs, need) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let (started, start) = AsyncStream.makeStream(of: NodeFollower.self)

    /// Loads the fabric and its nodes; `run` connects. `commitInterval` is how long reports are collected before they are
    /// stored together.
    ///
    /// Throws if the keys of the fabric cannot be read, or the nodes cannot be listed. A node that cannot be read is
    /// logged, left out, and a finding.
    package init(
        store: NodeStore, makers: MakerStore, discovered: DiscoveredServices,
        eventReceiver: LinkEventReceiver,
        timestampAssigner: TimestampAssigner, commitInterval: Duration, clock: HomeClock, logger: Logger
    ) throws(FabricError) {
        self.discovered = discovered
        makerStore = makers
        services = NodeFollower.Services(
            store: store, fabric: try store.fabric(),
            writer: ReportWriter(
                source: ReportSource(name: "matter", delivery: .atMostOnce), timestampAssigner: timestampAssigner,
                clock: clock, commitInterval: commitInterval, logger: logger),
            eventReceiver: eventReceiver, connecting: AsyncSemaphore(permits: Self.simultaneousConnections),
            clock: clock, logger: logger)
        do throws(CertificateError) {
            var unreadable: [String] = []
            let records = try store.nodes { root, error in
                unreadable.append(root)
                logger.error("the record of a node cannot be read", metadata: [LogKey.errorDetail: "\(error)"])
            }
            unreadableRecords = unreadable
            if !records.isEmpty { need.yield() }
            for record in records {
                let follower = NodeFollower(record, announced: nil, services: services)
                followers[record.root] = follower
                start.yield(follower)
            }
        } catch {
            throw .store(error)
        }
    }

    /// Keeps all nodes connected until cancelled.
    package func run() async {
        isRunning = true
        let (writer, discovered) = (services.writer, discovered)
        await withDiscardingTaskGroup { group in
            group.addTask { await writer.run() }
            group.addTask {
                let kinds: Set<ServiceKind> = [.matterOperational, .matterCommissionable]
                for await services in await discovered.lists(of: kinds) { await self.announce(services) }
            }
            group.addTask { await self.connect() }
        }
        isRunning = false
        setConnector(nil)
    }

    /// Opens the socket once it is needed, and then keeps all nodes connected.
    private func connect() async {
        for await _ in needs {
            do throws(NodeFailure) {
                let (clock, started) = (services.clock.waiting, started)
                return try await DatagramEndpoint.with { endpoint in
                    let connector = NodeConnector(endpoint: endpoint, clock: clock)
                    await self.setConnector(connector)
                    await withDiscardingTaskGroup { group in
                        for await follower in started {
                            group.addTask { await self.keep(follower, over: connector) }
                        }
                    }
                }
            } catch {
                services.logger.error(
                    "Matter has no network socket", metadata: [LogKey.errorDetail: "\(error.explanation)"])
                setConnector(nil)
            }
        }
    }

    private func setConnector(_ connector: NodeConnector?) {
        self.connector = connector
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume(returning: connector) }
    }

    /// The connector, once the link has a socket; nil if it cannot have one, or does not run.
    private func openConnector() async -> NodeConnector? {
        if let connector { return connector }
        guard isRunning else { return nil }
        return await withCheckedContinuation { continuation in
            waiting.append(continuation)
            need.yield()
        }
    }

    private func keep(_ follower: NodeFollower, over connector: NodeConnector) async {
        let root = follower.record.root
        await follower.announce(announced[root])
        await follower.noteHosts(hostsElsewhere)
        await follower.follow(devices[root] ?? [])
        await follower.run(over: connector)
        if follower.isRemoved, followers[root] === follower { followers[root] = nil }
    }

    private func announce(_ all: [NetworkService]) async {
        let fabric = services.fabric.identity.compressedFabricID.rawValue
        (announced, commissionable) = ([:], [:])
        var elsewhere: Set<AnnouncedHost> = []
        for service in all {
            switch service.record {
            case .matterOperational(let record) where record.compressedFabricID == fabric:
                announced[NodeRecord.root(of: record.nodeID)] = service
            case .matterOperational: elsewhere.insert(AnnouncedHost(service))
            case .matterCommissionable: commissionable[service.id.identity] = service
            default: break
            }
        }
        hostsElsewhere = elsewhere
        for (root, follower) in followers {
            await follower.announce(announced[root])
            await follower.noteHosts(elsewhere)
        }
    }

    package func follow(_ adopted: [Device], asOf revision: Int) async {
        guard revision > self.revision else { return }
        self.revision = revision
        devices = Dictionary(grouping: adopted) { $0.address.root }
        await services.writer.retainOnly(Set(adopted.flatMap(\.series)))
        for (root, follower) in followers { await follower.follow(devices[root] ?? []) }
    }

    package func prepare(_ command: AuditedCommand) async -> (any PreparedCommand)? {
        await followers[command.command.device.address.root]?.prepare(command.command)
    }

    /// A new fabric is a finding until a person has seen it.
    package func clear(_ finding: LinkFinding) async throws(LinkError) {
        guard finding.code == LinkFinding.newFabricCode, let follower = followers[finding.location.root] else {
            return
        }
        try follower.membership.acknowledgeFabrics(finding.subjects)
    }
}

extension MatterLink: CodeSharingLink {
    package func pairings() async -> [DevicePairing] {
        var pairings: [DevicePairing] = []
        for follower in followers.values where !follower.isRemoved { pairings.append(await follower.pairing) }
        return pairings
    }

    /// `announcedName` is the name under which the node announces that it accepts a code.
    package func pair(
        _ announcedName: String, code: Secret, accepting accepted: Set<DevicePairingObstacle>
    ) async throws(DevicePairingFailure) -> DevicePairing {
        guard let service = commissionable[announcedName] else { throw .notFound }
        let code = try SetupCode(code, for: service, among: commissionable.values)
        guard commissioning.insert(announcedName).inserted else {
            throw .blocked(.deviceBusy, reason: "The device is being paired already.")
        }
        defer { commissioning.remove(announcedName) }
        guard let connector = await openConnector() else { throw DevicePairingFailure(.noSocket) }
        do throws(CommissioningFailure) {
            let record = try await Commissioning(
                passcode: code.passcode, service: service, fabric: services.fabric, store: services.store,
                connector: connector, trust: makerStore.trust, accepted: accepted,
                operationalAddresses: { await self.addresses(of: $0) },
                leftArmed: { await self.noteFailSafe(of: service.shownName, until: $0) }, clock: services.clock
            ).run()
            armedFailSafes[service.shownName] = nil
            return await begin(record).pairing
        } catch {
            if case .completionUnanswered(let record, _) = error { _ = begin(record) }
            throw DevicePairingFailure(error)
        }
    }

    private func addresses(of node: NodeID) -> [NodeAddress] {
        announced[NodeRecord.root(of: node.rawValue)].map { NodeAddress.all(of: $0) } ?? []
    }

    private func begin(_ record: NodeRecord) -> NodeFollower {
        let follower = NodeFollower(record, announced: announced[record.root], services: services)
        followers[record.root] = follower
        start.yield(follower)
        return follower
    }

    package func unpair(_ root: String, discarding: Bool) async throws(DevicePairingFailure) -> Bool {
        let follower = try follower(of: root)
        let isRemoved = try await follower.unpair(discarding: discarding)
        if isRemoved, followers[root] === follower { followers[root] = nil }
        return isRemoved
    }

    package func identify(_ root: String, device: LinkAddress?) async throws(DevicePairingFailure) {
        try await follower(of: root).administrator().identify(device)
    }

    package func controllers(of root: String) async throws(DevicePairingFailure) -> [DeviceController] {
        try await follower(of: root).administrator().controllers()
    }

    package func unshare(_ root: String, from identifier: String) async throws(DevicePairingFailure) {
        try await follower(of: root).administrator().unshare(from: identifier)
    }

    package func openPairing(
        _ root: String, for duration: Duration
    ) async throws(DevicePairingFailure) -> SharingCode {
        try await follower(of: root).administrator().openPairing(for: duration)
    }

    package func closePairing(_ root: String) async throws(DevicePairingFailure) {
        try await follower(of: root).administrator().closePairing()
    }

    func follower(of root: String) throws(DevicePairingFailure) -> NodeFollower {
        guard let follower = followers[root] else { throw .notFound }
        return follower
    }
}
