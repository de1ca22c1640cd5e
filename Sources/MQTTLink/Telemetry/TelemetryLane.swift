import GatewayCore
import HomeModel
import HomeStorage
import Logging
import MosquittoTransport

/// What devices record, in. A batch is acknowledged to the broker only once it is on disk; else it comes again, and what
/// was stored of it is recognised.
actor TelemetryLane {
    private static let retryAfterStorageFault = Duration.seconds(2)
    /// What a device says in one report arrives within less, and whoever watches still sees it at once.
    private static let gatherWhileWatched = Duration.milliseconds(10)
    /// While nobody watches, waking up for every report would cost more than all the rest together.
    private static let gatherUnwatched = Duration.milliseconds(200)

    let subscriptions: Subscriptions
    private(set) var trouble: MosquittoError? = .notConnected
    /// The start of the broker that it was connected to last.
    private var brokerStart: String?
    private let connection: MosquittoConnection
    private let followed: FollowedDevices
    private let pipeline: ReadingPipeline
    private let clock: HomeClock
    private let logger: Logger
    private let broker: SupervisedBroker?
    private var decoder = TelemetryDecoder()
    private var redelivery = Redelivery()
    /// The broker began a new session, and that is not stored yet.
    private var isSessionNew = false

    init(
        connection: MosquittoConnection, followed: FollowedDevices, pipeline: ReadingPipeline, clock: HomeClock,
        logger: Logger, broker: SupervisedBroker?
    ) {
        self.connection = connection
        self.followed = followed
        self.pipeline = pipeline
        self.clock = clock
        self.logger = logger
        self.broker = broker
        subscriptions = Subscriptions(
            connection, logger: logger, wanted: { await followed.snapshot.telemetrySubscriptions },
            changed: { await broker?.saveSession() })
    }

    func run() async {
        connection.gather(for: Self.gatherUnwatched)
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await isWatched in self.pipeline.isWatched {
                    self.connection.gather(for: isWatched ? Self.gatherWhileWatched : Self.gatherUnwatched)
                }
            }
            await connection.runLane("telemetry", subscriptions, logger: logger) { event in
                switch event {
                case .connected(let sessionPresent): await self.connected(sessionPresent)
                case .disconnected(let error): await self.disconnected(error)
                case .messages(let messages): await self.receive(messages)
                case .batchEnded(let batch): await self.commit(batch)
                }
            }
            group.cancelAll()
        }
    }

    private func connected(_ sessionPresent: Bool) async {
        trouble = nil
        let start = await broker?.currentStart() ?? ""
        brokerStart = start
        redelivery = Redelivery(
            sessionPresent: sessionPresent, stored: await pipeline.storedDeliveries, broker: start)
        guard !sessionPresent else { return }
        isSessionNew = true
        await receive([])
        _ = await store()
    }

    /// Whether it is connected to the broker as it was started last; paused for a disk that fails, it is not.
    func isConnected(to start: String) -> Bool { connection.isConnected && brokerStart == start }

    /// What was received is stored now: its acknowledgements are lost, so it comes again and is recognised then.
    private func disconnected(_ error: MosquittoError) async {
        trouble = error
        _ = await store()
    }

    private func receive(_ messages: [ReceivedMessage]) async {
        let fresh = redelivery.fresh(of: messages)
        let devices = await followed.snapshot
        let clocks = pipeline.readClocks()
        let reports = decoder.decode(fresh, devices, at: clocks)
        let start: [Delivery] = isSessionNew ? [.sessionStart] : []
        await pipeline.receive(reports, deliveries: start + redelivery.deliveries(of: fresh), at: clocks)
    }

    private func commit(_ batch: BatchNumber) async {
        if await store() { return connection.releaseAcknowledgements(through: batch) }
        connection.pause()
        await clock.sleep(for: Self.retryAfterStorageFault)
        connection.resume()
    }

    /// False when it is not on disk; then it is forgotten here, and the broker still has it.
    private func store() async -> Bool {
        do throws(StorageError) {
            try await pipeline.commit()
            isSessionNew = false
            return true
        } catch {
            logger.error(
                "readings could not be stored; they stay unacknowledged", metadata: [LogKey.errorCode: "\(error)"])
            return false
        }
    }
}
