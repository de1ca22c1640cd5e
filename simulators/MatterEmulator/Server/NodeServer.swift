package import EmulatorStorage
package import Logging
package import MatterProtocol
import MatterTransport

/// A Matter node, or a bridge with several devices, on a UDP port. It is the other side of a controller: PASE and CASE,
/// commissioning, reads, writes, commands, subscriptions and access control, for several fabrics.
///
/// It does not announce itself. The caller publishes `announcements`, acts on `changes`, and passes the values of the
/// simulated device to `set`.
package actor NodeServer {
    /// All that the node announces, after each change of the port, the fabrics or the commissioning window. Only the
    /// newest list waits.
    package nonisolated let announcements: AsyncStream<[NodeAnnouncement]>
    /// The attributes that controllers changed, in order. A thousand of them wait; further ones are lost.
    package nonisolated let changes: AsyncStream<ControllerChange>

    package let definition: NodeDefinition
    /// The misbehaviour of the node at present. Datagrams that were to be lost count down elsewhere.
    package internal(set) var faults = NodeFaults()
    /// The port on which it listens; nil while it does not.
    package private(set) var port: UInt16?
    /// How often it has begun to listen.
    package private(set) var startCount = 0
    /// The commands to its devices that it has carried out, in their order. A restart does not end this list.
    package internal(set) var carriedOut: [CarriedOutCommand] = []
    /// How many reports of subscriptions controllers have received.
    package internal(set) var reportCount = 0
    /// The number from which the last subscriber wanted events; nil before the first one.
    package internal(set) var lastEventFilter: UInt64?

    var values: NodeValues
    var record: NodeRecord
    var events: EventLog
    var identities: [UInt8: FabricIdentity] = [:]
    var sessions: [UInt16: NodeSession] = [:]
    var subscriptions: [UInt32: Subscription] = [:]
    var handshakes: [UInt64: SessionChannel] = [:]
    /// What controllers can resume. It survives a restart.
    var resumptions: [ResumptionRecord] = []
    var failSafe: FailSafe?
    var window: CommissioningWindow?
    /// The fabrics that the node has left, whose sessions end after the answer.
    var leftFabrics: Set<UInt8> = []
    /// Whether the sessions of commissioners end after the answer.
    var endsPasscodeSessions = false
    var deadlines: [Deadline: ContinuousClock.Instant] = [:]
    /// The pause of the timer: when it ends, and what ends it earlier.
    var pause: (end: ContinuousClock.Instant?, wake: AsyncStream<Void>.Continuation)?
    var movements: [UInt16: CoveringMovement] = [:]
    /// What a controller wants of the physical device, until the device carries it out.
    var wantedChanges: [ControllerChange] = []
    /// The event of each lock that must be recorded when its bolt has turned.
    var lockOperations: [UInt16: LockOperation] = [:]
    /// The PIN that a lock accepts. Nil for a lock that accepts none.
    var lockPIN: String?

    let credentials: AttestationCredentials
    let limits: NodeLimits
    let logger: Logger
    let storage: NodeStorage
    let loss = DatagramLoss()
    /// Nil for a node that carries out commands itself, at once.
    let nodeOperator: NodeOperator?
    let start = ContinuousClock.now
    nonisolated let clock: any Clock<Duration>

    private let wantedPort: UInt16
    private let host: String?
    private let announcementSink: AsyncStream<[NodeAnnouncement]>.Continuation
    private let changeSink: AsyncStream<ControllerChange>.Continuation
    private let restarts: AsyncStream<UInt16>
    private let restartSink: AsyncStream<UInt16>.Continuation
    private var hasRun = false

    /// The port 0 is any free one. Without `host` the node listens on all addresses of the machine. With `nodeOperator` a
    /// physical device carries out the commands. Throws if the stored record cannot be used, or if the passcode cannot be
    /// stretched.
    package init(
        definition: NodeDefinition, credentials: AttestationCredentials, storage: NodeStorage = .memory,
        port: UInt16 = 0, host: String? = nil, limits: NodeLimits = NodeLimits(), lockPIN: String? = nil,
        nodeOperator: NodeOperator? = nil, clock: any Clock<Duration> = ContinuousClock(), logger: Logger
    ) throws(NodeServerError) {
        do throws(RecordFileError) {
            record = try storage.load() ?? .fresh()
        } catch {
            throw .storage(error)
        }
        self.definition = definition
        self.credentials = credentials
        self.storage = storage
        self.limits = limits
        self.lockPIN = lockPIN
        self.nodeOperator = nodeOperator
        self.clock = clock
        self.logger = logger
        wantedPort = port
        self.host = host
        events = EventLog(nextNumber: record.nextEventNumber, limit: limits.events)
        values = NodeValues([definition.rootEndpoint(uniqueID: record.uniqueID, limits: limits)] + definition.endpoints)
        for stored in record.values {
            if let value = try? TLVDecoder.decode(stored.encodedValue) { _ = values.set(value, of: stored.path) }
        }
        (announcements, announcementSink) = AsyncStream<[NodeAnnouncement]>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        (changes, changeSink) = AsyncStream<ControllerChange>.makeStream(bufferingPolicy: .bufferingOldest(1000))
        (restarts, restartSink) = AsyncStream<UInt16>.makeStream(bufferingPolicy: .bufferingNewest(1))
        resumptions = record.encodedResumptions.compactMap { ResumptionRecord(exposedBytes: $0) }
        do throws(CertificateFailure) {
            for fabric in record.fabrics { identities[fabric.index] = try fabric.identity() }
        } catch {
            throw .certificate(error)
        }
        do throws(CommissioningWindow.OpeningError) {
            window = identities.isEmpty ? try .initial(of: definition) : nil
        } catch {
            throw .cryptography
        }
    }

    /// Serves until cancelled. Throws if the port cannot be opened. Callers must call it once only.
    package func run() async throws {
        guard !hasRun else { throw NodeServerError.alreadyRunning }
        hasRun = true
        // The identity is stored before it is announced, so that a restart does not change it.
        try store()
        var (next, isRestart) = (wantedPort, false)
        while !Task.isCancelled {
            do {
                next = try await serve(port: next) ?? wantedPort
            } catch NodeFailure.noSocket where isRestart && next != 0 {
                // Another program got the port meanwhile. The node announces the port that it has.
                next = 0
            }
            isRestart = true
        }
    }

    /// Ends all sessions without a message, as a loss of power does, and begins again with what is stored. Port 0 is any
    /// free one.
    package func restart(port: UInt16 = 0) { restartSink.yield(port) }

    /// Changes the misbehaviour of the node.
    package func changeFaults(_ change: @Sendable (inout NodeFaults) -> Void) {
        (faults.lostArrivals, faults.lostDepartures) = loss.remaining
        change(&faults)
        loss.set(
            arrivals: faults.lostArrivals, departures: faults.lostDepartures, interval: faults.lossInterval)
    }

    /// Sets a value of the simulated device, and reports it. Does nothing if the node does not have the attribute.
    package func set(_ value: TLVValue, of path: AttributePath) { update(value, of: path) }

    /// The present value of an attribute, as the node's own fabric-independent view of it; nil without one.
    package func value(of path: AttributePath) -> TLVValue? { currentValue(of: path, for: nil) }

    /// The number of secure sessions.
    package var sessionCount: Int { sessions.count }

    /// The number of subscriptions.
    package var subscriptionCount: Int { subscriptions.count }

    /// The datagrams since the node was made. Those of its restarts count too.
    package nonisolated var traffic: NodeTraffic { loss.traffic }

    /// The indexes of the fabrics that the node belongs to.
    package var fabricIndexes: [UInt8] { record.fabrics.map(\.index) }

    /// Whether the node undoes its commissioning after some time, unless that is completed.
    package var isFailSafeArmed: Bool { failSafe != nil }

    /// Ends the fail-safe as if its time had passed.
    package func endFailSafe() async { await expireFailSafe() }

    /// The number of the event that happens next.
    package var nextEventNumber: UInt64 { events.nextNumber }

    /// What the node is in each of its fabrics.
    package var fabricIdentities: [FabricIdentity] { identities.keys.sorted().compactMap { identities[$0] } }

    /// Answers also the controllers that ask for this node. The node does not announce itself again.
    package func impersonate(_ identity: FabricIdentity) { identities[.max] = identity }

    /// Forgets all subscriptions without a message.
    package func forgetSubscriptions() {
        for id in subscriptions.keys { endSubscription(id) }
    }

    /// Ends all secure sessions with a report to the controllers.
    package func endSessions() async {
        for session in sessions.values { await session.channel.close() }
    }

    func announce() {
        guard let port else { return }
        announcementSink.yield(announcements(port: port))
    }

    func report(_ change: ControllerChange) { changeSink.yield(change) }

    /// Stores the record without the fabric that is not committed.
    func store() throws(NodeServerError) {
        record.nextEventNumber = events.nextNumber + 1000
        record.encodedResumptions = resumptions.map(\.exposedBytes)
        do throws(RecordFileError) {
            try storage.save(failSafe?.committed(record) ?? record)
        } catch {
            throw .storage(error)
        }
    }

    // MARK: Life

    /// Listens on a port until a restart. Returns the port after it. Throws when it is cancelled.
    private func serve(port wanted: UInt16) async throws -> UInt16? {
        let filter = DatagramFilter(
            losesArrival: { [loss] in loss.losesArrival() }, losesDeparture: { [loss] in loss.losesDeparture() })
        let next = try await DatagramEndpoint.with(
            port: wanted, host: host, acceptsSessions: true, filter: filter
        ) { endpoint in
            await self.serve(over: endpoint)
        }
        try Task.checkCancellation()
        return next
    }

    private func serve(over endpoint: DatagramEndpoint) async -> UInt16? {
        port = endpoint.port
        startCount += 1
        update(
            .number(UInt16(clamping: startCount)),
            of: AttributePath(endpoint: 0, cluster: ClusterID.generalDiagnostics, attribute: 1))
        record(.startUp, fields: .structure([0: .number(definition.softwareVersion)]))
        announce()
        let (established, establishedSink) = AsyncStream<EstablishedNodeSession>.makeStream(
            bufferingPolicy: .bufferingOldest(limits.sessions))
        let next = await withTaskGroup(of: UInt16?.self) { group in
            group.addTask {
                await self.acceptArrivals(over: endpoint, established: establishedSink)
                return nil
            }
            group.addTask {
                await self.runSessions(established, over: endpoint)
                return nil
            }
            group.addTask {
                await self.keepTime()
                return nil
            }
            group.addTask { [restarts] in
                for await port in restarts { return port }
                return nil
            }
            let next = await group.next().flatMap { $0 }
            await endChannels(isOrderly: Task.isCancelled)
            group.cancelAll()
            return next
        }
        port = nil
        forgetVolatileState()
        return next
    }

    /// Ends what waits for controllers: with reports at an orderly stop, and silently as a loss of power does.
    private func endChannels(isOrderly: Bool) async {
        for handshake in handshakes.values { await handshake.end(.sessionClosed) }
        for session in sessions.values {
            if isOrderly { await session.channel.close() } else { await session.channel.end(.sessionLost) }
        }
    }

    /// What a node does not have any more after a restart. A fabric that is not committed is rolled back.
    private func forgetVolatileState() {
        rollBack()
        sessions = [:]
        subscriptions = [:]
        handshakes = [:]
        movements = [:]
        lockOperations = [:]
        deadlines = [:]
        window = identities.isEmpty ? try? .initial(of: definition) : nil
        setWindowAttributes()
    }
}

/// The reason why a node cannot be run.
package enum NodeServerError: Error, Hashable, Sendable {
    case alreadyRunning
    case storage(RecordFileError)
    case certificate(CertificateFailure)
    case cryptography
}
