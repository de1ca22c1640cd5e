import Concurrency
import GatewayCore
import HomeModel
import Logging

extension ReportSource {
    /// An accessory sends nothing again, so what cannot be stored is kept here for a while.
    static let homeKit = ReportSource(name: "homeKit", delivery: .atMostOnce)
}

/// Gives the reports of all accessories their time of arrival and has them stored, in batches.
actor ReportWriter {
    private static let retryAfterStorageFault = Duration.seconds(2)

    private let timestampAssigner: TimestampAssigner
    private let clock: HomeClock
    private let commitInterval: Duration
    private let logger: Logger
    private let turns = AsyncLock()
    private var arrivals = ArrivalClock()
    private var stamps = ArrivalTimestamps()
    private let (uncommitted, received) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// `commitInterval` is how long reports are collected before they are stored together.
    init(timestampAssigner: TimestampAssigner, clock: HomeClock, commitInterval: Duration, logger: Logger) {
        self.timestampAssigner = timestampAssigner
        self.clock = clock
        self.commitInterval = commitInterval
        self.logger = logger
    }

    /// Forgets all series except these.
    func retainOnly(_ series: Set<SeriesID>) { stamps.retainOnly(series) }

    /// Validates and shows reports that have just arrived. The next commit stores them.
    func receive(_ contents: [TelemetryReport.Content]) async {
        guard !contents.isEmpty else { return }
        await turns.withLock {
            let clocks = timestampAssigner.readClocks()
            let now = arrivals.time(wall: clocks.wall, uptime: clocks.uptime)
            // While the clock is not known, every step of it sets the time at once, however small it is.
            if !clocks.isKnown { arrivals = ArrivalClock() }
            let reports = contents.map { content in
                TelemetryReport(content, at: .arrival(content.series.map { stamps.stamp($0, at: now) } ?? now))
            }
            await timestampAssigner.receive(reports, from: .homeKit, at: clocks)
        }
        received.yield()
    }

    /// Stores what arrives, until cancelled; and then what is left.
    func run() async {
        for await _ in uncommitted {
            await clock.sleep(for: commitInterval)
            if await !commit() {
                await clock.sleep(for: Self.retryAfterStorageFault)
                received.yield()
            }
        }
        _ = await commit()
    }

    private func commit() async -> Bool {
        await turns.withLock {
            do throws(StorageError) {
                try await timestampAssigner.commit(.homeKit)
                return true
            } catch {
                logger.error(
                    "readings of HomeKit accessories could not be stored; they are kept for a while",
                    metadata: [LogKey.errorCode: "\(error)"])
                return false
            }
        }
    }
}

extension TelemetryReport.Content {
    /// Nil for a report that could not be decoded.
    fileprivate var series: SeriesID? {
        switch self {
        case .reading(let series, _, _), .change(let series, _), .event(let series, _): series
        case .unreadable: nil
        }
    }
}
