import Concurrency
import GatewayCore
import HomeModel
import Logging
import MatterNodes
import MatterProtocol
import MatterTransport

/// Keeps one node of the fabric connected: makes a session, subscribes to everything, and does both again when they are
/// lost. While the node does not belong to the fabric yet, or any more, the session serves its membership.
actor NodeFollower {
    /// What all followers use.
    struct Services: Sendable {
        let store: NodeStore
        let fabric: Fabric
        let writer: ReportWriter
        let eventReceiver: LinkEventReceiver
        /// Few nodes are subscribed at once, so that a radio network with little room is not flooded.
        let subscriptions: AsyncSemaphore
        let clock: HomeClock
        let logger: Logger
    }

    /// Work for the present session.
    enum Job: Sendable {
        /// Reads what confirms a command until it is confirmed, or the time for that is over.
        case confirm(AwaitedEffect)
        /// Asks the node something. A session in which it acknowledges nothing ends.
        case probe
        /// The number of fabrics to which the node belongs changed.
        case checkFabrics
        case reconnect
    }

    /// A session that lasted this long was a good one: the next attempt follows at once.
    private static let stableTime = Duration.seconds(10)
    private static let maximumAddresses = 4
    private static let maximumJobs = 256

    let services: Services
    let membership: NodeMembership
    let reportTurns = AsyncLock()
    var state: NodeState
    /// Which reports of the devices, by their numbers, can be the effect of a command.
    var effects = EffectTracker<UInt16>()
    /// The last request for each capability. It may have ended.
    var exchanges: [EffectTracker<UInt16>.Capability: NodeExchange] = [:]
    private(set) var session: NodeSession?
    /// Why there is no session; nil while there is one.
    private(set) var trouble: DevicePairing.Trouble? = .connecting
    private var service: NetworkService?
    private(set) var jobs: AsyncStream<Job>.Continuation?
    private var wake: AsyncStream<Void>.Continuation?
    private var hasNews = false
    private var isProbing = false
    /// When the last report arrived, by the continuous clock.
    private var lastReport = ContinuousClock.now

    /// `announced` is what the network announces of the node now.
    init(_ record: NodeRecord, announced: NetworkService?, services: Services) {
        membership = NodeMembership(record, services: services)
        self.services = services
        service = announced
        state = NodeState(restoring: services.store.model(of: record))
    }

    /// What is stored of the node.
    nonisolated var record: NodeRecord { membership.record }
    /// Whether the node has left the fabric, and all that is stored of it is deleted.
    nonisolated var isRemoved: Bool { membership.hasEnded }

    // MARK: News

    /// Applies what the network announces of the node now; nil for nothing.
    func announce(_ announced: NetworkService?) {
        let previous = service
        service = announced
        guard let announced, previous.map({ !$0.announcesSame(as: announced) }) ?? true else { return }
        // A node that has restarted forgot its sessions. Announcements prove nothing, so that the node is asked.
        jobs?.yield(.probe)
        wakeUp()
    }

    /// Sets the devices of the home that belong to this node.
    func follow(_ devices: [Device]) async {
        let before = Set(state.devices.keys)
        state.follow(devices)
        let after = Set(state.devices.keys)
        guard after != before else { return }
        // A device that was removed from the home waits to be adopted again.
        if !before.isSubset(of: after) { await describe() }
        await apply(state.known(of: after.subtracting(before)), number: 0)
    }

    func add(_ job: Job) { jobs?.yield(job) }

    func wakeUp() {
        hasNews = true
        wake?.yield()
    }

    // MARK: Session

    /// Keeps the node connected until cancelled, or until it is removed.
    func run(over connector: NodeConnector) async {
        await describe()
        var backoff = ExponentialBackoff(from: .seconds(1), upTo: .seconds(120), isFirstImmediate: true)
        while !Task.isCancelled, !isRemoved {
            hasNews = false
            let start = services.clock.uptime()
            let failure = await attempt(over: connector)
            guard !Task.isCancelled, !isRemoved else { break }
            if session != nil, services.clock.uptime() - start >= Self.stableTime { backoff.reset() }
            let wait = backoff.next()
            await lose(failure, isReconnecting: session != nil && wait == .zero)
            session = nil
            await pause(upTo: wait)
        }
        if isRemoved { await withdrawDevices() }
    }

    /// Connects to the first address at which the node answers, and uses the session until it ends.
    private func attempt(over connector: NodeConnector) async -> NodeFailure? {
        var addresses = service.map { NodeAddress.all(of: $0) } ?? []
        if addresses.isEmpty, let last = record.address { addresses = [last] }
        guard !addresses.isEmpty else { return nil }
        var failure = NodeFailure.unreachable
        for address in addresses.prefix(Self.maximumAddresses) {
            do throws(NodeFailure) {
                try await connect(to: address, over: connector)
                return nil
            } catch {
                // Another device may have one of the addresses.
                failure = error
                guard session == nil, !isRemoved else { return error }
            }
        }
        return failure
    }

    /// Offers to resume the last session. If the node refuses that, the offer is given up, and not repeated.
    private nonisolated func connect(to address: NodeAddress, over connector: NodeConnector) async throws(NodeFailure) {
        let resumption = record.resumption.flatMap { ResumptionRecord(exposedBytes: $0) }
        do throws(NodeFailure) {
            return try await connect(to: address, resuming: resumption, over: connector)
        } catch {
            guard resumption != nil, case .establishment(let failure) = error, !failure.isBusy else { throw error }
        }
        membership.remember { $0.resumption = nil }
        try await connect(to: address, resuming: nil, over: connector)
    }

    private nonisolated func connect(
        to address: NodeAddress, resuming resumption: ResumptionRecord?, over connector: NodeConnector
    ) async throws(NodeFailure) {
        try await connector.withCertificate(
            of: services.fabric.identity, node: membership.nodeID, resumption: resumption, at: address,
            peer: await announcedParameters, established: { self.keep($0, at: address) }
        ) { session throws(NodeFailure) in
            try await self.use(session)
        }
    }

    private var announcedParameters: ReliableMessageParameters {
        guard case .matterOperational(let announced) = service?.record else { return ReliableMessageParameters() }
        return ReliableMessageParameters(announced.session)
    }

    private nonisolated func keep(_ resumption: ResumptionRecord, at address: NodeAddress) {
        membership.remember {
            $0.resumption = resumption.exposedBytes
            $0.address = address
        }
    }

    private func use(_ session: NodeSession) async throws(NodeFailure) {
        switch record.state {
        case .unfinished: try await membership.complete(over: session)
        case .removing: return try await membership.leave(over: session)
        case .paired: break
        }
        // A person may have removed the node meanwhile. The next attempt removes it there.
        guard record.state == .paired else { return }
        let (work, jobs) = AsyncStream.makeStream(of: Job.self, bufferingPolicy: .bufferingNewest(Self.maximumJobs))
        self.jobs = jobs
        defer {
            jobs.finish()
            self.jobs = nil
            effects.reset()
            exchanges = [:]
        }
        let interval = try await subscribe(over: session)
        self.session = session
        trouble = nil
        await setAvailability()
        await membership.checkFabrics(over: session)
        services.logger.info("a node is connected", metadata: [LogKey.node: "\(record.root)"])
        throw await serve(session, work: work, interval: interval)
    }

    /// Subscribes to all attributes and events. Returns after how long without a report the subscription is lost.
    private func subscribe(over session: NodeSession) async throws(NodeFailure) -> Duration {
        let plan = state.model.subscriptionPlan
        let request = SubscribeRequest(
            keepsSubscriptions: false, minimumInterval: 0,
            maximumInterval: UInt16(clamping: plan.maximumInterval.components.seconds), attributes: [.all],
            events: [EventPathPattern(isUrgent: true)],
            eventFilters: state.lastEvent.map { [EventFilter(minimumEventNumber: $0 &+ 1)] } ?? [])
        let response = try await services.subscriptions.withPermit { () async throws(NodeFailure) in
            try await session.subscribe(request) { report in
                await self.begin(with: report, number: await session.channel.receivedCount)
            }
        }
        lastReport = .now
        return .seconds(Int(response.maximumInterval)) + (await session.channel.answerTime)
    }

    /// Processes reports and jobs, and polls, until the session ends. Returns why it ended.
    private nonisolated func serve(
        _ session: NodeSession, work: AsyncStream<Job>, interval: Duration
    ) async -> NodeFailure {
        await withTaskGroup(of: NodeFailure.self) { group in
            group.addTask { await self.receiveReports(session) }
            group.addTask { await self.carryOut(work, over: session) }
            group.addTask { await self.watch(session, interval: interval) }
            group.addTask { await self.poll(session) }
            let failure = await group.next() ?? .sessionClosed
            // The other tasks wait for answers even when they are cancelled.
            await session.channel.end(failure)
            group.cancelAll()
            return failure
        }
    }

    private nonisolated func receiveReports(_ session: NodeSession) async -> NodeFailure {
        for await incoming in session.channel.incoming {
            guard incoming.message.header.interactionOpcode == .reportData else {
                await incoming.exchange.end()
                continue
            }
            do throws(NodeFailure) {
                let report = try await incoming.exchange.receiveReport(beginningWith: incoming.message)
                await incoming.exchange.end()
                // Only the subscription shows that it still exists, and not what is polled.
                await noteReport()
                await receive(report, number: incoming.number)
            } catch {
                await incoming.exchange.end()
                // The rest of one report is missing. The next subscription begins with all values.
                return error
            }
        }
        return await session.channel.ending ?? .sessionClosed
    }

    private nonisolated func carryOut(_ jobs: AsyncStream<Job>, over session: NodeSession) async -> NodeFailure {
        await withDiscardingTaskGroup { confirmations in
            defer { confirmations.cancelAll() }
            for await job in jobs {
                switch job {
                case .confirm(let awaited): confirmations.addTask { await self.confirm(awaited, over: session) }
                case .probe: confirmations.addTask { await self.probe(session) }
                case .checkFabrics: confirmations.addTask { await self.membership.checkFabrics(over: session) }
                case .reconnect: return .sessionClosed
                }
            }
            return .sessionClosed
        }
    }

    /// Asks for a small attribute that every node has. One such question at a time is enough.
    private func probe(_ session: NodeSession) async {
        guard !isProbing else { return }
        isProbing = true
        defer { isProbing = false }
        let version = AttributePathPattern(endpoint: 0, cluster: 0x28, attribute: 0x09)
        _ = try? await session.read(ReadRequest(attributes: [version]))
    }

    /// Returns when the subscription is lost, because the node reports at least once in its interval, and when the counters
    /// of the session come to their end.
    private nonisolated func watch(_ session: NodeSession, interval: Duration) async -> NodeFailure {
        while !Task.isCancelled, await !session.channel.needsReplacement {
            let passed = await lastReport.duration(to: .now)
            guard passed < interval else { return .timedOut }
            await services.clock.sleep(for: interval - passed)
        }
        return .sessionClosed
    }

    /// Reads, at intervals, what the node does not report.
    private nonisolated func poll(_ session: NodeSession) async -> NodeFailure {
        while !Task.isCancelled {
            let plan = await state.model.pollPlan
            await services.clock.sleep(for: plan.interval * Double.random(in: 0.9...1.1))
            guard !Task.isCancelled, !plan.attributes.isEmpty else { continue }
            let request = ReadRequest(attributes: plan.attributes.map { AttributePathPattern($0) })
            // What fails is read again. A lost session ends elsewhere.
            guard let report = try? await session.read(request) else { continue }
            await receive(report, number: await session.channel.receivedCount)
        }
        return .sessionClosed
    }

    private func noteReport() { lastReport = .now }

    // MARK: State

    /// Applies the first report of a subscription.
    private func begin(with report: AssembledReport, number: Int) async {
        let before = state.stored
        let (updates, gone) = state.replace(with: report)
        if state.stored != before { storeModel() }
        for endpoint in gone { await services.eventReceiver.removed(.matter(record.root, endpoint: endpoint)) }
        await describe()
        await apply(updates, number: number)
    }

    func receive(_ report: AssembledReport, number: Int) async {
        let (updates, isStructural) = state.apply(report)
        await apply(updates, number: number)
        if isStructural {
            storeModel()
            await describe()
        }
        if !report.attributes.isEmpty { await setAvailability() }
        if report.attributes.contains(where: { $0.path == NodeFabric.countPath }) { add(.checkFabrics) }
    }

    private func lose(_ failure: NodeFailure?, isReconnecting: Bool) async {
        state.forgetValues()
        await services.eventReceiver.missedReports(of: Set(state.devices.values.map(\.id)))
        trouble = failure.map { DevicePairing.Trouble(code: $0.code, detail: $0.explanation) } ?? .notFound
        membership.countRefusal(failure, isAnnounced: service != nil)
        if let failure, failure.isBadMessage {
            await services.eventReceiver.found(.badMessages(of: record.root, detail: failure.explanation))
        }
        // The first attempt to connect again follows at once, and may make this unnecessary.
        guard !isReconnecting else { return }
        for device in usableDevices {
            await services.eventReceiver.availability(.lost, of: .matter(record.root, endpoint: device.endpoint))
        }
    }

    /// Waits until something is announced, or the time has passed.
    private func pause(upTo time: Duration) async {
        guard !hasNews else { return }
        let (news, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.wake = wake
        let clock = services.clock
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in news { return } }
            group.addTask { await clock.sleep(for: time) }
            await group.next()
            group.cancelAll()
        }
        self.wake = nil
    }
}
