import Concurrency
import GatewayCore
import HomeModel
import Logging
import MatterNodes
import MatterProtocol
import MatterTransport

/// Keeps one node of the home connected: makes a session, subscribes to everything, and does both again when they are
/// lost. While the node does not belong to the home yet, or any more, the session serves its membership.
actor NodeFollower {
    /// What all followers use.
    struct Services: Sendable {
        let store: NodeStore
        let fabrics: HomeFabrics
        let writer: ReportWriter
        let eventReceiver: LinkEventReceiver
        /// Few nodes are connected at once, so that a radio network with little room is not flooded.
        let connecting: AsyncSemaphore
        /// Few nodes receive other keys at once, for the same reason.
        let renewing: AsyncSemaphore
        let clock: HomeClock
        let logger: Logger
    }

    /// A session that lasted this long was a good one: the next attempt follows at once.
    private static let stableTime = Duration.seconds(10)
    private static let maximumAddresses = 4
    /// The longest wait that a busy node can ask for.
    private static let longestBusyWait = Duration.seconds(10)

    let services: Services
    let membership: NodeMembership
    let reportTurns = AsyncLock()
    var state: NodeState
    /// Which reports of the devices, by their numbers, can be the effect of a command.
    var effects = EffectTracker<UInt16>()
    /// The commands that are being sent.
    var transmissions: [CommandID: CommandTransmission] = [:]
    /// The last request for each capability. It may have ended.
    var exchanges: [EffectTracker<UInt16>.Capability: NodeExchange] = [:]
    /// The number of the last command for each capability that was sent.
    var lastSent: [EffectTracker<UInt16>.Capability: Int] = [:]
    /// The number of commands that have come.
    var commandCount = 0
    private(set) var session: NodeSession?
    /// The fabric with whose keys the session was made; nil while there is none.
    private(set) var sessionFabric: Fabric?
    /// Whether the session was made with the former or the next keys, because the node refused those in use.
    private(set) var isFallback = false
    /// Whether the session ends now, to be made again with other keys. Commands wait for the next one.
    var isChangingSession = false
    /// Why there is no session; nil while there is one.
    private(set) var trouble: DevicePairing.Trouble? = .connecting
    /// What the network announces of the node now, by the ids of the fabrics.
    private(set) var announced: [String: NetworkService]
    /// The work for the present session.
    private(set) var work: SessionWork?
    private let pause = InterruptibleSleep()
    /// The number of attempts to connect that have begun.
    private var attemptCount = 0
    /// The commands that wait for a session, each with the number of attempts that had begun before.
    private var waitingCommands: [(attempts: Int, end: Reply)] = []
    /// Whether the next attempt offers to resume the last session. After an attempt without success the next one does
    /// not, because a node may ignore the offer.
    private var offersResumption = true
    /// Whether the node accepted a session, and has not accepted a subscription in it.
    var isSubscribing = false
    /// The hosts that are announced in other fabrics.
    var hostsElsewhere: Set<AnnouncedHost> = []
    /// When the last report arrived, by the continuous clock.
    var lastReport = ContinuousClock.now
    /// The commands that are carried out now, and those whose effect in this session is awaited.
    var sending: Set<CommandID> = []
    var confirming: [CommandID: AwaitedEffect] = [:]
    /// Sent when the session ends. Nil unless the session is to be made again with other keys.
    var sessionChange: Reply?
    /// When the node is asked next to accept newer keys.
    var renewals = RenewalSchedule()
    let renewalPause = InterruptibleSleep()
    /// The node joins and leaves fabrics one after another.
    let membershipTurns = AsyncLock()

    /// `announced` is what the network announces of the node now, by the ids of the fabrics.
    init(_ record: NodeRecord, announced: [String: NetworkService], services: Services) {
        membership = NodeMembership(record, services: services)
        self.services = services
        self.announced = announced
        state = NodeState(restoring: services.store.model(of: record))
    }

    /// What is stored of the node.
    nonisolated var record: NodeRecord { membership.record }
    /// Whether the node has left the fabric, and all that is stored of it is deleted.
    nonisolated var isRemoved: Bool { membership.hasEnded }

    // MARK: News

    /// What the network announces of the node in the fabric in use. While that is missing, it is what it announces in another
    /// fabric of the home: the node is in the same place in all of them.
    var service: NetworkService? {
        announced[record.fabricID] ?? announced.min { $0.key < $1.key }?.value
    }

    /// Applies what the network announces of the node now, by the ids of the fabrics.
    func announce(_ all: [String: NetworkService]) {
        let previous = service
        announced = all
        // Also one that only announces itself again: a node that has restarted forgot its sessions. Announcements prove
        // nothing, so that the node is asked.
        guard let service, service != previous else { return }
        work?.probe.send()
        wakeUp()
    }

    /// Sets the devices of the home that belong to this node.
    func follow(_ devices: [Device]) async {
        let before = Set(state.devices.keys)
        state.follow(devices)
        let after = Set(state.devices.keys)
        guard after != before else { return }
        // A device that was removed from the home waits to be adopted again.
        if !before.isSubset(of: after) {
            await describe()
            if session != nil { await setAvailability() }
        }
        await apply(state.known(of: after.subtracting(before)), number: 0, isNews: true)
    }

    /// Has the follower connect now, if it waits to do so.
    func wakeUp() { pause.interrupt() }

    // MARK: Session

    /// Keeps the node connected until cancelled, or until it is removed.
    func run(over connector: NodeConnector) async {
        await describe()
        var backoff = ExponentialBackoff(from: .seconds(1), upTo: .seconds(120), isFirstImmediate: true)
        var random = SystemRandomNumberGenerator()
        while !Task.isCancelled, !isRemoved {
            pause.forget()
            attemptCount += 1
            let start = services.clock.uptime()
            let failure = await attempt(over: connector)
            guard !Task.isCancelled, !isRemoved else { break }
            if session != nil, isChangingSession || services.clock.uptime() - start >= Self.stableTime {
                backoff.reset()
            }
            let wait = backoff.next(using: &random)
            await lose(failure, isReconnecting: session != nil && wait == .zero)
            (session, sessionFabric, isChangingSession) = (nil, nil, false)
            if let busyWait = failure?.busyWait {
                await services.clock.sleep(for: min(busyWait, Self.longestBusyWait))
            } else {
                endWaits(begunBefore: attemptCount)
            }
            await pause.sleep(for: wait, clock: services.clock.waiting)
        }
        if isRemoved { await withdrawDevices() }
        endWaits(begunBefore: .max)
        renewalPause.interrupt()
    }

    /// The session, as soon as there is one. Without one, the follower tries to connect now, and this waits until the end
    /// of that attempt, longer if the node is only busy, and at most until the uptime `deadline`.
    func session(until deadline: Duration) async throws(LinkError) -> NodeSession {
        while let session, !isChangingSession {
            if await session.channel.ending == nil, !isChangingSession { return session }
            // There may be another session since.
            if self.session?.channel === session.channel { break }
        }
        let end = Reply()
        waitingCommands.append((attemptCount, end))
        wakeUp()
        let limit = deadline - services.clock.uptime()
        _ = try? await withDeadline(limit, clock: services.clock.waiting) { await end.wait() }
        return try usableSession()
    }

    /// Ends the waits of commands that came before the attempt with this number began.
    private func endWaits(begunBefore attempt: Int) {
        for command in waitingCommands where command.attempts < attempt { command.end.send() }
        waitingCommands.removeAll { $0.attempts < attempt }
    }

    /// Connects to the first address at which the node answers, and uses the session until it ends.
    private func attempt(over connector: NodeConnector) async -> NodeFailure? {
        // What it knows of the keys, and the session that it can offer to resume, belong together.
        let record = record
        var addresses = service.map { NodeAddress.all(of: $0) } ?? []
        if addresses.isEmpty, let last = record.address { addresses = [last] }
        guard !addresses.isEmpty else { return nil }
        var failure = NodeFailure.unreachable
        let resumption = takeOffer(of: record)
        for fabric in record.fabricsInOrder.compactMap({ services.fabrics[$0] }) {
            isFallback = fabric.id != record.fabricID
            for address in addresses.prefix(Self.maximumAddresses) {
                do throws(NodeFailure) {
                    try await connect(
                        to: address, in: fabric, offering: isFallback ? nil : resumption, over: connector)
                    return nil
                } catch {
                    // Another device may have one of the addresses.
                    failure = error
                    guard session == nil, !isRemoved else { return error }
                }
            }
            // A node that has lost some keys may still have others.
            guard case .establishment(.noSharedTrustRoots) = failure else { break }
        }
        return failure
    }

    /// What the next attempt offers to resume, if anything.
    private func takeOffer(of record: NodeRecord) -> ResumptionRecord? {
        let offer = offersResumption ? record.resumption.flatMap { ResumptionRecord(exposedBytes: $0) } : nil
        offersResumption = offer == nil
        return offer
    }

    /// Has the next attempt offer to resume the session.
    private func offerResumption() { offersResumption = true }

    /// Offers to resume the last session. If the node refuses that, the offer is given up, and not repeated.
    private nonisolated func connect(
        to address: NodeAddress, in fabric: Fabric, offering resumption: ResumptionRecord?,
        over connector: NodeConnector
    ) async throws(NodeFailure) {
        do throws(NodeFailure) {
            return try await connect(to: address, in: fabric, resuming: resumption, over: connector)
        } catch {
            guard resumption != nil, case .establishment(let failure) = error, !failure.isBusy else { throw error }
        }
        membership.remember { $0.resumption = nil }
        try await connect(to: address, in: fabric, resuming: nil, over: connector)
    }

    private nonisolated func connect(
        to address: NodeAddress, in fabric: Fabric, resuming resumption: ResumptionRecord?,
        over connector: NodeConnector
    ) async throws(NodeFailure) {
        try await connector.withCertificate(
            of: fabric.identity, node: membership.nodeID, resumption: resumption, at: address,
            peer: await announcedParameters, permits: services.connecting,
            established: { await self.keep($0, of: fabric, at: address) }
        ) { session throws(NodeFailure) in
            try await self.use(session, in: fabric)
        }
    }

    var announcedParameters: ReliableMessageParameters {
        guard case .matterOperational(let announced) = service?.record else { return ReliableMessageParameters() }
        return ReliableMessageParameters(announced.session)
    }

    private nonisolated func keep(
        _ resumption: ResumptionRecord, of fabric: Fabric, at address: NodeAddress
    ) async {
        await offerResumption()
        membership.remember {
            $0.address = address
            // A node that resumes a session of another fabric is in that one.
            if $0.fabricID == fabric.id { $0.resumption = resumption.exposedBytes }
        }
    }

    private func use(_ session: NodeSession, in fabric: Fabric) async throws(NodeFailure) {
        switch record.state {
        case .unfinished: try await membership.complete(over: session)
        case .removing: return try await membership.leave(over: session, in: fabric)
        case .paired: break
        }
        // A person may have removed the node meanwhile. The next attempt removes it there.
        guard record.state == .paired else { return }
        let work = SessionWork()
        self.work = work
        defer {
            self.work = nil
            // The numbers of the next session begin again.
            effects.reset()
            transmissions = [:]
            exchanges = [:]
            confirming = [:]
            sessionChange?.send()
            sessionChange = nil
        }
        isSubscribing = true
        let interval = try await subscribe(over: session)
        isSubscribing = false
        (self.session, sessionFabric, isChangingSession) = (session, fabric, false)
        trouble = nil
        noteHost()
        await setAvailability()
        endWaits(begunBefore: .max)
        await membership.checkFabrics(over: session)
        renewalPause.interrupt()
        services.logger.info("a node is connected", metadata: [LogKey.node: "\(record.root)"])
        let ending = await serve(session, work: work, interval: interval)
        if state.hasUnstoredEvent { storeModel() }
        throw ending
    }

    /// Processes reports, does the work that is asked for, and polls, until the session ends. Returns why it ended.
    private nonisolated func serve(
        _ session: NodeSession, work: SessionWork, interval: Duration
    ) async -> NodeFailure {
        await withTaskGroup(of: NodeFailure.self) { group in
            group.addTask { await self.receiveReports(session) }
            group.addTask { await self.confirm(work.confirmations, over: session) }
            group.addTask { await self.perform(work.probe) { await self.probe(session) } }
            group.addTask {
                await self.perform(work.fabricCheck) { await self.membership.checkFabrics(over: session) }
            }
            group.addTask { await self.perform(work.remodelling) { await self.remodel() } }
            group.addTask {
                for await _ in work.reconnection.requests { break }
                return .sessionClosed
            }
            group.addTask { await self.watch(session, interval: interval) }
            group.addTask { await self.poll(session) }
            let failure = await group.next() ?? .sessionClosed
            // The other tasks wait for answers even when they are cancelled.
            await session.channel.end(failure)
            group.cancelAll()
            return failure
        }
    }

    private nonisolated func confirm(
        _ effects: AsyncStream<AwaitedEffect>, over session: NodeSession
    ) async -> NodeFailure {
        await withDiscardingTaskGroup { confirmations in
            for await awaited in effects {
                confirmations.addTask { await self.confirm(awaited, over: session) }
            }
        }
        return .sessionClosed
    }

    /// Does a kind of work when it is asked for.
    private nonisolated func perform(
        _ request: SessionWork.Request, work: @Sendable () async -> Void
    ) async -> NodeFailure {
        for await _ in request.requests { await work() }
        return .sessionClosed
    }

    /// Asks for a small attribute that every node has.
    private nonisolated func probe(_ session: NodeSession) async {
        let version = AttributePathPattern(
            endpoint: 0, cluster: AdministrationCluster.basicInformation, attribute: 0x09)
        _ = try? await session.read(ReadRequest(attributes: [version]))
    }

    // MARK: The end of a session

    /// Whether the network announces the node in a fabric in which it can be reached.
    private var isAnnounced: Bool {
        record.fabricsInOrder.contains { announced[$0] != nil }
    }

    private func lose(_ failure: NodeFailure?, isReconnecting: Bool) async {
        state.forgetValues()
        await services.eventReceiver.missedReports(of: Set(state.devices.values.map(\.id)))
        trouble = newTrouble(after: failure)
        membership.countRefusal(failure, isAnnounced: isAnnounced)
        if let failure, failure.isBadMessage {
            await services.eventReceiver.found(.badMessages(of: record.root, detail: failure.explanation))
        }
        // The first attempt to connect again follows at once, and may make this unnecessary. A node that is busy is there.
        guard !isReconnecting, failure?.busyWait == nil else { return }
        for device in usableDevices {
            await services.eventReceiver.availability(.lost, of: .matter(record.root, endpoint: device.endpoint))
        }
    }
}
