import GatewayCore
import HomeModel
import TimeSeriesStore
import Logging
import MosquittoTransport

extension ReportSource {
    static let mqtt = ReportSource(name: LinkFinding.Source.mqtt.name, delivery: .acknowledged)
}

/// Receives the values that are recorded, and stores them in batches.
///
/// A batch is acknowledged to the broker only after it is on disk. The broker sends an unacknowledged batch again, and
/// `RedeliveryFilter` recognises the messages of it that were stored.
actor TelemetryLane {
    private static let retryAfterStorageFault = Duration.seconds(2)

    let subscriptions: Subscriptions
    private(set) var trouble: MosquittoError? = .notConnected
    /// The identity of the broker process to which the lane was connected last, from `SupervisedBroker.currentStart`.
    private var brokerStart: String?
    private let connection: MosquittoConnection
    private let router: TopicRouter
    private let timestampAssigner: TimestampAssigner
    private let clock: HomeClock
    private let logger: Logger
    private let broker: SupervisedBroker?
    private var decoder = TelemetryDecoder()
    private var redelivery = RedeliveryFilter()
    private var sessionMark = SessionMark()

    init(
        connection: MosquittoConnection, router: TopicRouter, timestampAssigner: TimestampAssigner, clock: HomeClock,
        logger: Logger, broker: SupervisedBroker?
    ) {
        self.connection = connection
        self.router = router
        self.timestampAssigner = timestampAssigner
        self.clock = clock
        self.logger = logger
        self.broker = broker
        subscriptions = Subscriptions(
            connection, lane: "telemetry", logger: logger, wanted: { await router.snapshot.telemetrySubscriptions },
            changed: { await broker?.saveSession() })
    }

    func run() async {
        await subscriptions.keep {
            for await event in self.connection.events {
                await self.process(event)
                await self.subscriptions.follow(event)
            }
        }
    }

    private nonisolated func process(_ event: ConnectionEvent) async {
        switch event {
        case .connected(let sessionPresent): await connected(sessionPresent)
        case .disconnected(let error): await disconnected(error)
        case .messages(let messages): await receive(messages)
        case .batchEnded(let batch): await commit(batch)
        }
    }

    private func connected(_ sessionPresent: Bool) async {
        trouble = nil
        let start = await broker?.currentStart() ?? ""
        brokerStart = start
        // Without the mark, nothing of the present session is stored.
        redelivery = RedeliveryFilter(
            sessionPresent: sessionPresent && sessionMark.isStored,
            stored: await timestampAssigner.storedDeliveries, broker: start)
        guard !sessionPresent else { return }
        sessionMark.beginSession()
        await receive([])
        _ = await store()
    }

    /// Returns when the thread of the connection and this actor have taken a turn, or the task is cancelled.
    nonisolated func nextTurn() async {
        await connection.nextIteration()
        _ = await trouble
    }

    /// Returns when the messages that have arrived are processed and their batches stored, or the task is cancelled.
    nonisolated func processed() async { await connection.nextConsumption() }

    /// Whether the lane is connected to the broker process that `start` names. False while the lane is paused because
    /// the disk fails.
    func isConnected(to start: String) -> Bool { connection.isConnected && brokerStart == start }

    /// Stores what was received so far. The acknowledgements are lost with the connection, so the broker sends the
    /// messages again and they are recognised then.
    private func disconnected(_ error: MosquittoError) async {
        trouble = error
        _ = await store()
    }

    private func receive(_ messages: [ReceivedMessage]) async {
        let fresh = redelivery.fresh(of: messages)
        let devices = await router.snapshot
        let clocks = timestampAssigner.readClocks()
        let reports = decoder.decode(fresh, devices: devices, at: clocks)
        await timestampAssigner.receive(
            reports, deliveries: sessionMark.next() + redelivery.deliveries(of: fresh), from: .mqtt, at: clocks)
    }

    private func commit(_ batch: BatchNumber) async {
        if await store() { return connection.releaseAcknowledgements(through: batch) }
        connection.pause()
        await clock.sleep(for: Self.retryAfterStorageFault)
        connection.resume()
    }

    /// Commits what was received. Returns false when it could not be stored; the pipeline has then discarded it, and
    /// the broker still has the messages.
    private func store() async -> Bool {
        do throws(StorageError) {
            try await timestampAssigner.commit(.mqtt)
            sessionMark.endBatch(isStored: true)
            return true
        } catch {
            sessionMark.endBatch(isStored: false)
            logger.error(
                "readings could not be stored; they stay unacknowledged", metadata: [LogKey.errorCode: "\(error)"])
            return false
        }
    }
}

/// Decides which batch begins with the mark of a new session, `DeliveryFingerprint.sessionStart`: the first one of the
/// session that is stored. The batch contains the mark once, because `RedeliveryFilter` recognises only the messages
/// after the last mark.
struct SessionMark {
    private enum State { case stored, missing, inBatch }

    private var state = State.stored

    /// Whether the mark of the last session that began is stored.
    var isStored: Bool { state == .stored }

    /// Records that the broker began a new session.
    mutating func beginSession() { state = .missing }

    /// Returns the mark if it must precede the next deliveries of the batch.
    mutating func next() -> [DeliveryFingerprint] {
        guard state == .missing else { return [] }
        state = .inBatch
        return [.sessionStart]
    }

    /// Records that the batch was stored or discarded. A batch without the mark changes nothing.
    mutating func endBatch(isStored: Bool) {
        if state == .inBatch { state = isStored ? .stored : .missing }
    }
}
