import Concurrency
package import HomeModel
package import Logging

/// Gives the reports of a link whose devices send nothing again their time of arrival, and has them stored in batches. A
/// device never waits for the disk: what arrives during a commit waits here, and so does what cannot be stored.
package actor ReportWriter {
    private static let retryAfterStorageFault = Duration.seconds(2)

    private let source: ReportSource
    private let timestampAssigner: TimestampAssigner
    private let clock: HomeClock
    private let commitInterval: Duration
    private let logger: Logger
    private let turns = AsyncLock()
    private var arrivalClock = ArrivalClock()
    private var stamps = ArrivalTimestamps()
    private var waiting = ReportQueue()
    /// The reports that were dropped since the last turn.
    private var lostCount = 0
    private let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let (uncommitted, received) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// `commitInterval` is how long reports are collected before they are stored together.
    package init(
        source: ReportSource, timestampAssigner: TimestampAssigner, clock: HomeClock, commitInterval: Duration,
        logger: Logger
    ) {
        self.source = source
        self.timestampAssigner = timestampAssigner
        self.clock = clock
        self.commitInterval = commitInterval
        self.logger = logger
    }

    /// Forgets all series except these.
    package func retainOnly(_ series: Set<SeriesID>) { stamps.retainOnly(series) }

    /// Gives reports that have just arrived their time. `run` then validates, shows and stores them, in turns of the
    /// roots. `root` is that of the addresses of the devices.
    package func receive(_ contents: [TelemetryReport.Content], of root: String) {
        guard !contents.isEmpty else { return }
        let clocks = timestampAssigner.readClocks()
        let now = arrivalClock.time(wall: clocks.wall, uptime: clocks.uptime)
        // While the clock is not known, every step of it sets the time at once, however small it is.
        if !clocks.isKnown { arrivalClock = ArrivalClock() }
        let reports = contents.map { content in
            TelemetryReport(content, at: .arrival(content.series.map { stamps.stamp($0, at: now) } ?? now))
        }
        lostCount += waiting.add(reports, at: clocks, of: root)
        arrived.yield()
    }

    /// Shows and stores what arrives, until cancelled; and then what is left.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await _ in self.arrivals {
                    await self.turns.withLock { await self.passOn() }
                    self.received.yield()
                }
            }
            group.addTask {
                for await _ in self.uncommitted {
                    await self.clock.sleep(for: self.commitInterval)
                    if await !self.commit() {
                        await self.clock.sleep(for: Self.retryAfterStorageFault)
                        self.received.yield()
                    }
                }
            }
        }
        _ = await commit()
    }

    /// Has as many reports validated and shown as wait now, of each root in the order of their arrival. Those that arrive
    /// meanwhile wait for the next call, unless it is the turn of their root. Callers hold the turn.
    private func passOn() async {
        let lost = lostCount
        lostCount = 0
        if lost > 0 { await timestampAssigner.recordLoss(of: lost) }
        var remaining = waiting.count
        while remaining > 0, let arrival = waiting.next() {
            remaining -= arrival.reports.count
            await timestampAssigner.receive(arrival.reports, from: source, at: arrival.clocks)
        }
        // Reports of another root may have had their turn instead.
        if waiting.count > 0 { arrived.yield() }
    }

    private func commit() async -> Bool {
        await turns.withLock {
            await passOn()
            do throws(StorageError) {
                try await timestampAssigner.commit(source)
                return true
            } catch {
                logger.error(
                    "readings could not be stored; they are kept for a while",
                    metadata: [LogKey.link: "\(source.name)", LogKey.errorCode: "\(error)"])
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
