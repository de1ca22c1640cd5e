import Concurrency
package import HomeModel
package import HomeStore
package import TimeSeriesStore
import Synchronization

/// Gives each report its time, in front of `ReadingPipeline`. Only this type decides whether a report can be stored
/// with a time.
///
/// While the clock is not known, a report gets no time that could be stored. The same applies to a time that a device
/// wrote and that is later than a clock that is known but not synchronised: the gateway's clock may be behind. The
/// pipeline stores such records to wait for the clock, and `releaseUnclocked` gives them their time.
///
/// `receive` and `releaseUnclocked` run beside each other: both are suspended while the pipeline and the store work.
/// Nothing depends on their order, because
/// - each report keeps the result for the clocks that stamped it, also when the clock becomes known meanwhile;
/// - a release removes only the batches that it has read. A commit meanwhile adds batches with higher numbers, and the
///   next release finds them;
/// - releases run one after another. Two at once would read the same batches, and store them at two times.
///
/// Reconsiderations of the clock run one after another too, so that the latest trust stays.
package actor TimestampAssigner {
    /// The limit of unclocked records. Beyond it, the oldest ones get their time from the clock as it is.
    static let maximumUnclockedRecords = 100_000
    private static let interval = Duration.seconds(10)

    private let pipeline: ReadingPipeline
    private let store: ReadingStore
    private let clock: HomeClock
    private let checkpoints: ClockCheckpoints
    private let trust: Mutex<ClockTrust>
    /// The clocks when the known clock was last recorded.
    private var lastClocks: ClockSnapshot?
    /// The number of requests to reconsider the clock.
    private var reconsiderationRequests = 0
    /// The number of these requests for which the clock was reconsidered.
    private var servedReconsiderations = 0
    /// The last time at which an earlier run was known to run; nil once something arrived in this run.
    private var previousRun: Timestamp?
    /// The absence before this run, until it is stored.
    private(set) var absence: Absence?
    private let releaseLock = AsyncLock()
    private let reconsiderationLock = AsyncLock()

    /// `trust` decides when the clock is known; `previousRun` is the last time at which an earlier run was known to
    /// run.
    package init(
        _ pipeline: ReadingPipeline, store: ReadingStore, clock: HomeClock, trust: ClockTrust,
        checkpoints: ClockCheckpoints, previousRun: Timestamp? = nil
    ) {
        self.pipeline = pipeline
        self.store = store
        self.clock = clock
        self.checkpoints = checkpoints
        self.trust = Mutex(trust)
        self.previousRun = previousRun
    }

    // MARK: Reports

    /// Reads the clocks now, for messages that have just arrived.
    package nonisolated func readClocks() -> ClockSnapshot {
        // This comes first: a clock that is set meanwhile must not count as known with the time that it had before.
        let isSynchronised = clock.isSynchronised()
        let (wall, uptime) = (clock.now(), clock.uptime())
        let isKnown = trust.withLock(\.self).isKnown(wall: wall, uptime: uptime, isSynchronised: isSynchronised)
        return ClockSnapshot(
            wall: wall, uptime: uptime, boot: clock.boot, isKnown: isKnown, isSynchronised: isSynchronised)
    }

    /// Gives the reports their times and passes them to the pipeline, with the messages in which they came. `clocks`
    /// are the clocks that stamped the reports. Each source waits for one call before the next, so that the order stays.
    package func receive(
        _ reports: [TelemetryReport], deliveries: [DeliveryFingerprint] = [], from source: ReportSource,
        at clocks: ClockSnapshot
    ) async {
        noteAbsence(before: reports, at: clocks)
        await pipeline.receive(
            reports.map { TimedReport($0, at: clocks) }, deliveries: deliveries, from: source, at: clocks)
    }

    /// Commits what was received from `source`, as `ReadingPipeline.commit` does.
    package func commit(_ source: ReportSource) async throws(StorageError) { try await pipeline.commit(source) }

    /// Counts records that a link had to drop before it could pass them on.
    package func recordLoss(of count: Int) async { await pipeline.recordLoss(of: count) }

    /// The messages whose records are on disk, the latest last.
    package var storedDeliveries: [DeliveryFingerprint] { get async { await pipeline.storedDeliveries } }

    /// Ends the absence before this run at its first report. A clock that is not known gives the absence no time.
    private func noteAbsence(before reports: [TelemetryReport], at clocks: ClockSnapshot) {
        guard let left = previousRun, clocks.isKnown, reports.contains(where: { !$0.isRetained }) else { return }
        previousRun = nil
        guard clocks.wall - left >= Absence.shortest else { return }
        absence = Absence(from: left, to: clocks.wall)
    }

    // MARK: Release

    /// Stores the unclocked records with their times once the clock is known, and saves the known clock. Repeats this
    /// until cancelled.
    package func runRelease() async {
        while !Task.isCancelled {
            // Records that cannot be stored stay unclocked; the pipeline's `storageFault` says why.
            try? await releaseUnclocked()
            try? await saveClockCheckpoint()
            try? await storeAbsence()
            await clock.sleep(for: Self.interval)
        }
    }

    /// Gives the unclocked records their time when the clock is known, and has them stored. The same write removes them
    /// from the unclocked ones.
    func releaseUnclocked(keeping limit: Int = maximumUnclockedRecords) async throws(StorageError) {
        await releaseLock.acquire()
        defer { releaseLock.release() }
        let clocks = readClocks()
        guard let release = await store.unclocked.releasable(at: clocks, keeping: limit) else { return }
        try await pipeline.release(release, at: clocks.wall)
    }

    // MARK: The known clock

    /// Saves that the clock is known, at least every `ClockTrust.saveInterval` and after each step of the clock. So
    /// the next start can tell a clock that is behind from readings that are ahead.
    func saveClockCheckpoint() async throws(StorageError) {
        try await serveReconsiderations()
        let clocks = readClocks()
        guard clocks.isKnown else { return }
        if let lastClocks, lastClocks.boot == clocks.boot {
            let passed = clocks.uptime - lastClocks.uptime
            let step = (clocks.wall - lastClocks.wall) - passed
            let isStep = max(step, .zero - step) > ReadingValidator.futureTolerance
            guard isStep || passed >= ClockTrust.saveInterval else { return }
        }
        // Set before the write: `reconsiderClock` may run meanwhile, and the checkpoint that it removes must be written
        // again.
        lastClocks = clocks
        do throws(StorageError) {
            try await checkpoints.set(.known, to: clocks)
        } catch {
            lastClocks = nil
            throw error
        }
    }

    /// Decides again by the stored readings when the clock is known, after readings in its future were struck out:
    /// striking them out says that the clock is right. When this throws, `saveClockCheckpoint` repeats it.
    func reconsiderClock() async throws(StorageError) {
        reconsiderationRequests += 1
        try await serveReconsiderations()
    }

    /// Reconsiders the clock if a request is not served yet. The stored readings are read after the requests, so that
    /// they contain the strikes of all these requests.
    private func serveReconsiderations() async throws(StorageError) {
        await reconsiderationLock.acquire()
        defer { reconsiderationLock.release() }
        let requests = reconsiderationRequests
        guard requests > servedReconsiderations else { return }
        let latest = try await store.latest(now: clock.now(), terms: await pipeline.terms)
        try await checkpoints.remove(.known)
        lastClocks = nil
        replaceTrust(with: ClockTrust(newestOfDevices: Array(latest.newestOfDevices.values), lastKnown: nil))
        servedReconsiderations = requests
    }

    private func replaceTrust(with new: ClockTrust) {
        trust.withLock { $0 = new }
        clock.confidence.replaceTrust(with: new)
    }

    // MARK: The run

    /// Stores the absence before this run. `receive` does not store it, because it does not wait for the database.
    func storeAbsence() async throws(StorageError) {
        guard let absence else { return }
        try await store.add(absence)
        self.absence = nil
    }

    /// Records how long this run lasted, and the absence before it. Called at the end of the run.
    package func close() async {
        let clocks = readClocks()
        // Without these records, the next start assumes a longer absence than there was, or the absence before this run
        // is not shown.
        if clocks.isKnown { try? await checkpoints.set(.known, to: clocks) }
        try? await storeAbsence()
    }
}

extension TimedReport {
    /// Gives the report the time that these clocks allow.
    fileprivate init(_ report: TelemetryReport, at clocks: ClockSnapshot) {
        self.init(
            content: report.content, time: ReportTime(report.time, at: clocks), isRetained: report.isRetained)
    }
}

extension ReportTime {
    /// A device that is ahead of a clock that is not synchronised may be right.
    fileprivate init(_ stated: TelemetryReport.Time, at clocks: ClockSnapshot) {
        self =
            switch stated {
            case .own(let time): clocks.isKnown && !clocks.mayBeBehind(time) ? .known(time) : .unchecked(time)
            case .arrival(let time): clocks.isKnown ? .known(time) : .provisional(time)
            }
    }
}

/// Gives the time at which messages arrive. This time runs backwards only when the wall clock was set back.
///
/// It is the monotonic time since boot plus its offset from the wall clock. A small step of the wall clock, as time
/// services make them, is caught up slowly; after a large one the new wall time applies at once.
package struct ArrivalClock {
    /// A step of this size or more means that the clock was set; a smaller one is a correction.
    package static let largeStep = Duration.seconds(5)
    /// The fraction of the elapsed time by which the offset may change to catch up a small step.
    private static let slew = 0.01

    private var last: (uptime: Duration, distance: Duration)?

    package init() {}

    package mutating func time(wall: Timestamp, uptime: Duration) -> Timestamp {
        let seen = Duration.milliseconds(wall.milliseconds) - uptime
        var distance = seen
        if let last, abs(seen, last.distance) < Self.largeStep {
            let most = max(uptime - last.uptime, .zero) * Self.slew
            distance = last.distance + min(max(seen - last.distance, .zero - most), most)
        }
        last = (uptime, distance)
        return Timestamp(milliseconds: (distance + uptime).wholeMilliseconds)
    }

    private func abs(_ left: Duration, _ right: Duration) -> Duration { left < right ? right - left : left - right }
}

/// Gives a time to readings and states that carry none. Two of one series never get the same millisecond, because only
/// one of them would be stored.
package struct ArrivalTimestamps {
    private var last: [SeriesID: Timestamp] = [:]
    private var latest = Timestamp(milliseconds: .min)

    package init() {}

    package mutating func stamp(_ series: SeriesID, at now: Timestamp) -> Timestamp {
        if now < latest, latest - now >= ArrivalClock.largeStep { last = [:] }
        latest = now
        return Self.next(after: &last[series, default: Timestamp(milliseconds: .min)], at: now)
    }

    /// Returns `now`, or a millisecond after the last time if that is later. When a backlog arrives faster than one
    /// message a millisecond, the times run ahead of the clock.
    private static func next(after last: inout Timestamp, at now: Timestamp) -> Timestamp {
        last = max(now, last + .milliseconds(1))
        return last
    }

    /// Forgets all series except these, so that removed devices and properties use no memory.
    package mutating func retainOnly(_ series: Set<SeriesID>) { last = last.filter { series.contains($0.key) } }
}
