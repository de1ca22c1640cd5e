import GatewayCore
import HomeDialects
import HomeModel
import HomeStorage
import Logging
import MosquittoTransport

/// What devices record, in. A batch is acknowledged to the broker only once it is on disk; else it comes again.
actor TelemetryLane {
    private static let retryAfterStorageFault = Duration.seconds(2)

    let subscriptions: Subscriptions
    private(set) var trouble: MosquittoError? = .notConnected
    private let connection: MosquittoConnection
    private let followed: FollowedDevices
    private let pipeline: ReadingPipeline
    private let clock: HomeClock
    private let logger: Logger
    private var stamps = ArrivalStamps()

    /// `saveSession` has the broker put on disk what is subscribed to here.
    init(
        connection: MosquittoConnection, followed: FollowedDevices, pipeline: ReadingPipeline, clock: HomeClock,
        logger: Logger, saveSession: @escaping @Sendable () async -> Void
    ) {
        self.connection = connection
        self.followed = followed
        self.pipeline = pipeline
        self.clock = clock
        self.logger = logger
        subscriptions = Subscriptions(
            connection, logger: logger, wanted: { await followed.snapshot.telemetryTopics }, changed: saveSession)
    }

    func run() async {
        await connection.runLane("telemetry", subscriptions, logger: logger) { event in
            switch event {
            case .connected: await self.connected()
            case .disconnected(let error): await self.disconnected(error)
            case .messages(let messages): await self.receive(messages)
            case .batchEnded(let batch): await self.commit(batch)
            }
        }
    }

    private func connected() { trouble = nil }

    private func disconnected(_ error: MosquittoError) async {
        trouble = error
        await pipeline.discard()
    }

    private func receive(_ messages: [ReceivedMessage]) async {
        let devices = await followed.snapshot
        let now = clock.now()
        var reports: [TelemetryReport] = []
        reports.reserveCapacity(messages.count)
        for message in messages {
            guard let topic = try? HomieTopic(message.topic), let device = devices[topic] else { continue }
            switch device.model.interpret(topic, message.payload) {
            case .reading(let part, let capability, let value, let unit):
                let series = device.series(part, capability)
                let time = message.retained ? now : stamps.stamp(series, at: now)
                let reading = ReportedReading(series: series, time: time, value: value, unit: unit)
                reports.append(TelemetryReport(.reading(reading), isRetained: message.retained))
            case .state(let part, let capability, let value):
                let series = device.series(part, capability)
                let time = message.retained ? now : stamps.stamp(series, at: now)
                let change = StateChange(series: series, time: time, value: value)
                reports.append(TelemetryReport(.change(change), isRetained: message.retained))
            case .unreadable(_, _, let error):
                reports.append(TelemetryReport(.unreadable(device.id, code: error.code), isRetained: message.retained))
            default: break
            }
        }
        await pipeline.receive(reports)
    }

    private func commit(_ batch: BatchNumber) async {
        do throws(StorageError) {
            try await pipeline.commit()
            connection.releaseAcknowledgements(through: batch)
        } catch {
            logger.error(
                "readings could not be stored; they stay unacknowledged", metadata: [LogKey.errorCode: "\(error)"])
            connection.pause()
            await clock.sleep(for: Self.retryAfterStorageFault)
            connection.resume()
        }
    }
}
