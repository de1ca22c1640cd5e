package import AuditTrail
import Concurrency
package import GatewayCore
import HomeCertificates
package import HomeModel
package import Logging
import MatterProtocol
import MatterTransport

/// Connects the gateway to the nodes of its Matter fabrics, as their administrator: one session for each node.
package actor MatterLink: DeviceLink {
    package nonisolated let kinds: Set<LinkKind> = [.matter]
    package nonisolated let findingSource = LinkFinding.Source.matter
    package nonisolated let name = "matter"
    package nonisolated let deviceWords = (one: "node", many: "nodes")
    package nonisolated let removalVerb = "remove"

    /// The number of nodes that are connected and subscribed to at once.
    private static let simultaneousConnections = 3
    /// The number of nodes that receive other keys at once.
    private static let simultaneousRenewals = 2

    private let discovered: DiscoveredServices
    let services: NodeFollower.Services
    var makerStore: MakerStore
    private(set) var followers: [String: NodeFollower] = [:]
    /// The roots of the nodes whose stored records cannot be read.
    let unreadableRecords: [String]
    /// When the fail-safes of interrupted commissionings end at the latest, by the names of their nodes.
    var armedFailSafes: [String: Timestamp] = [:]
    /// The nodes of the home that are announced, by the roots of their addresses and by the ids of the fabrics.
    private var announced: [String: [String: NetworkService]] = [:]
    /// The hosts that are announced in the fabrics of other homes.
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
    /// The followers that can give newer keys to their nodes.
    private let (renewable, renew) = AsyncStream.makeStream(of: (NodeFollower, NodeConnector).self)

    /// Loads the fabrics and their nodes; `run` connects. `commitInterval` is how long reports are collected before they are
    /// stored together.
    ///
    /// Throws if the keys of a fabric cannot be read, or the nodes cannot be listed. A node that cannot be read is
    /// logged, left out, and a finding.
    package init(
        store: NodeStore, makers: MakerStore, discovered: DiscoveredServices,
        eventReceiver: LinkEventReceiver,
        timestampAssigner: TimestampAssigner, commitInterval: Duration, clock: HomeClock, logger: Logger
    ) throws(FabricError) {
        self.discovered = discovered
        makerStore = makers
        let fabrics = try HomeFabrics(store: store)
        services = NodeFollower.Services(
            store: store, fabrics: fabrics,
            writer: ReportWriter(
                source: ReportSource(name: "matter", delivery: .atMostOnce), timestampAssigner: timestampAssigner,
                clock: clock, commitInterval: commitInterval, logger: logger),
            eventReceiver: eventReceiver, connecting: AsyncSemaphore(permits: Self.simultaneousConnections),
            renewing: AsyncSemaphore(permits: Self.simultaneousRenewals),
            clock: clock, logger: logger)
        var unreadable: [String] = []
        let records: [NodeRecord]
        do throws(CertificateError) {
            records = try store.nodes { root, error in
                unreadable.append(root)
                logger.error("the record of a node cannot be read", metadata: [LogKey.errorDetail: "\(error)"])
            }
        } catch {
            throw .store(error)
        }
        unreadableRecords = unreadable
        // With the keys of another fabric, such a node could not be reached any more.
        guard records.allSatisfy({ fabrics[$0.fabricID] != nil }) else { throw .missing }
        if !records.isEmpty { need.yield() }
        for record in records {
            let follower = NodeFollower(record, announced: [:], services: services)
            followers[record.root] = follower
            start.yield(follower)
        }
    }

    /// Keeps all nodes connected until cancelled.
    package func run() async {
        isRunning = true
        removeUnusedFabrics()
        let (writer, discovered) = (services.writer, discovered)
        await withDiscardingTaskGroup { group in
            group.addTask { await writer.run() }
            group.addTask {
                let kinds: Set<ServiceKind> = [.matterOperational, .matterCommissionable]
                for await services in await discovered.lists(of: kinds) { await self.announce(services) }
            }
            group.addTask { await self.connect() }
            // Not a part of `connect`: what waits for a node ends when the socket is closed.
            group.addTask { await self.keepKeysCurrent() }
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
        await follower.announce(announced[root] ?? [:])
        await follower.noteHosts(hostsElsewhere)
        await follower.follow(devices[root] ?? [])
        renew.yield((follower, connector))
        await follower.run(over: connector)
        if follower.isRemoved, followers[root] === follower { followers[root] = nil }
        removeUnusedFabrics()
    }

    /// Gives the current keys of the home to all nodes, each when it is connected.
    private func keepKeysCurrent() async {
        let renewable = renewable
        await withDiscardingTaskGroup { group in
            for await (follower, connector) in renewable {
                group.addTask {
                    await follower.keepKeysCurrent(
                        over: connector, trust: { await self.makerStore.trust },
                        renewed: { await self.removeUnusedFabrics() })
                }
            }
        }
    }

    /// Deletes the keys of earlier fabrics that no node has any more.
    func removeUnusedFabrics() {
        // A node that is just being added, or whose record cannot be read, may have any of them.
        guard unreadableRecords.isEmpty, commissioning.isEmpty else { return }
        var used: Set<String> = []
        for follower in followers.values where !follower.isRemoved { used.formUnion(follower.record.fabricsInOrder) }
        services.fabrics.removeUnused(keeping: used, logger: services.logger)
    }

    private func announce(_ all: [NetworkService]) async {
        (announced, commissionable) = ([:], [:])
        var elsewhere: Set<AnnouncedHost> = []
        for service in all {
            switch service.record {
            case .matterOperational(let record):
                if let fabric = services.fabrics.fabric(compressedID: record.compressedFabricID) {
                    announced[NodeRecord.root(of: record.nodeID), default: [:]][fabric.id] = service
                } else {
                    elsewhere.insert(AnnouncedHost(service))
                }
            case .matterCommissionable: commissionable[service.id.identity] = service
            default: break
            }
        }
        hostsElsewhere = elsewhere
        for (root, follower) in followers {
            await follower.announce(announced[root] ?? [:])
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
        defer {
            commissioning.remove(announcedName)
            removeUnusedFabrics()
        }
        guard let connector = await openConnector() else { throw DevicePairingFailure(.noSocket) }
        let fabric = services.fabrics.current
        do throws(CommissioningFailure) {
            let record = try await Commissioning(
                passcode: code.passcode, service: service, fabric: fabric, store: services.store,
                connector: connector, trust: makerStore.trust, accepted: accepted,
                operationalAddresses: { await self.addresses(of: $0, in: fabric) },
                leftArmed: { await self.noteFailSafe(of: service.shownName, until: $0) }, clock: services.clock
            ).run()
            armedFailSafes[service.shownName] = nil
            return await begin(record).pairing
        } catch {
            if case .completionUnanswered(let record, _) = error { _ = begin(record) }
            throw DevicePairingFailure(error)
        }
    }

    private func addresses(of node: NodeID, in fabric: Fabric) -> [NodeAddress] {
        announced[NodeRecord.root(of: node.rawValue)]?[fabric.id].map { NodeAddress.all(of: $0) } ?? []
    }

    private func begin(_ record: NodeRecord) -> NodeFollower {
        let follower = NodeFollower(record, announced: announced[record.root] ?? [:], services: services)
        followers[record.root] = follower
        start.yield(follower)
        return follower
    }

    package func unpair(_ root: String, discarding: Bool) async throws(DevicePairingFailure) -> Bool {
        let follower = try follower(of: root)
        let isRemoved = try await follower.unpair(discarding: discarding)
        if isRemoved, followers[root] === follower { followers[root] = nil }
        removeUnusedFabrics()
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
