package import HomeModel
package import HomeStorage
package import Logging
import Synchronization

/// The journey of a reading, in order: validate, show, store. The link acknowledges once `commit` has returned.
///
/// While the clock is not known, what holds but for its time is stored to wait for the clock; `releaseHeld` does the rest.
/// So does what a device stamped later than a clock that is known but not synchronised: the gateway's clock may be behind.
package actor ReadingPipeline {
    let registry: HomeRegistry
    let board: StateBoard
    private let feed: LiveFeed
    let store: ReadingStore
    let clock: HomeClock
    private let trust: Mutex<ClockTrust>
    let marks: ClockMarks
    /// The clock as it was last noted.
    var noted: ClockReading?
    /// Whether `reconsiderClock` is still to be done.
    var isClockToReconsider = false
    private var validator: ReadingValidator
    private var rejections: RejectionCounts
    private var changes: ChangeFilter
    private(set) var budgets = SeriesBudgets()
    private var rules = SeriesRules(HomeSnapshot())
    private var waiting = RecordBatch()
    /// When an earlier run was last known to go on; nil once something arrived in this one.
    private var previousRun: Timestamp?
    /// The absence before this run, until the disk has it.
    var absence: Absence?

    package private(set) var storedReadings = 0
    /// Why the last commit failed; nil after one that worked.
    package private(set) var storageFault: StorageError?
    private var storingSince: Duration?
    package private(set) var commits = CommitMeter()

    /// `trust` says when the clock is known, `previousRun` when an earlier run was last known to go on.
    package init(
        registry: HomeRegistry, board: StateBoard, feed: LiveFeed, store: ReadingStore, clock: HomeClock,
        trust: ClockTrust, marks: ClockMarks, terms: RetentionTerms, latestStates: [SeriesID: StateChange],
        heldStates: [SeriesID: CapabilityValue] = [:], previousRun: Timestamp? = nil, logger: Logger
    ) {
        self.previousRun = previousRun
        self.registry = registry
        self.board = board
        self.feed = feed
        self.store = store
        self.clock = clock
        self.trust = Mutex(trust)
        self.marks = marks
        validator = ReadingValidator(terms: terms)
        rejections = RejectionCounts(logger: logger)
        changes = ChangeFilter(latestStates, held: heldStates)
    }

    var terms: RetentionTerms { validator.terms }

    package func apply(_ terms: RetentionTerms) { validator = ReadingValidator(terms: terms) }

    /// How many reports were not believed, by device and reason.
    package var rejected: [DeviceID: [String: Int]] { rejections.counts }

    /// How much was received since the last commit.
    package var waitingCount: Int { waiting.readings.count + waiting.changes.count }

    /// How long the commit that is under way has taken so far.
    package var storingFor: Duration? { storingSince.map { clock.uptime() - $0 } }

    /// Whether somebody sees readings as they come, whenever that changes. For one listener.
    package nonisolated var isWatched: AsyncStream<Bool> { feed.watched }

    /// The messages whose records are on disk, the latest last.
    package var storedDeliveries: [Delivery] { get async { await store.deliveries } }

    /// The clocks now, for what just arrived.
    package nonisolated func readClocks() -> ClockReading { clock.read(trust.withLock(\.self)) }

    /// From now on the clock is judged by `new`.
    nonisolated func judgeClock(by new: ClockTrust) {
        trust.withLock { $0 = new }
        clock.confidence.judge(by: new)
    }

    /// Checks what devices reported and shows what holds; it is stored with the next commit, and with it, in which
    /// messages it came. `clocks` are those by which the reports were stamped.
    package func receive(_ reports: [TelemetryReport], deliveries: [Delivery], at clocks: ClockReading) async {
        await follow(await registry.snapshot)
        noteAbsence(before: reports, at: clocks)
        let believed = validate(reports, at: clocks)
        let recalled = await board.set(believed, at: clocks.wall)
        if await feed.isWatched { await feed.show(believed.events + recalled.map { .recalled($0) }) }
        waiting.readings += believed.readings
        waiting.changes += believed.changes
        if !believed.held.isEmpty {
            waiting.held.append(HeldBatch(boot: clocks.boot, uptime: clocks.uptime, records: believed.held))
        }
        waiting.deliveries += deliveries
    }

    /// Puts everything received since the last commit on disk, all of it or nothing.
    ///
    /// When it throws, what was received is forgotten here: its sender was not answered and sends it again.
    package func commit() async throws(StorageError) {
        let batch = waiting
        waiting = RecordBatch()
        guard !batch.isEmpty else { return }
        storingSince = clock.uptime()
        let start = ContinuousClock.now
        defer {
            storingSince = nil
            commits.durations.record(ContinuousClock.now - start)
        }
        do throws(StorageError) {
            try await append(batch)
        } catch {
            commits.failures += 1
            changes.rollBack()
            throw error
        }
        changes.commit()
    }

    func append(_ batch: RecordBatch) async throws(StorageError) {
        do throws(StorageError) {
            try await store.append(batch)
        } catch {
            storageFault = error
            throw error
        }
        storageFault = nil
        storedReadings += batch.readings.count
    }

    /// What the home does not have any more is forgotten: a device that describes itself anew again and again takes no
    /// more memory than one that does not.
    func follow(_ home: HomeSnapshot) async {
        guard home.revision > rules.home.revision else { return }
        let previous = rules.home.revision > 0 ? rules.home : nil
        rules = SeriesRules(home)
        changes.keep(home.has)
        budgets.keep(at: clock.uptime(), devices: { home[$0] != nil }, series: home.has)
        await board.keep(home, after: previous)
        await store.know(rollovers: home.rollovers)
    }

    /// The first report of a run ends the absence before it. By a clock that is not known nothing can be said of it.
    private func noteAbsence(before reports: [TelemetryReport], at clocks: ClockReading) {
        guard let left = previousRun, clocks.isKnown, reports.contains(where: { !$0.isRetained }) else { return }
        previousRun = nil
        guard clocks.wall - left >= Absence.shortest else { return }
        absence = Absence(from: left, to: clocks.wall)
    }

    private func validate(_ reports: [TelemetryReport], at clocks: ClockReading) -> Believed {
        var believed = Believed()
        let now = clocks.wall
        for report in reports {
            switch report.content {
            case .reading(let reported):
                // A device that is not adopted (or no longer) is nobody's.
                guard let rule = rules[reported.series] else { continue }
                note(rejectionOf: reported.series, now) { () throws(ReadingRejection) in
                    let waits = report.waitsForClock(reported.time, clocks)
                    let valid = try validator.validate(reported, by: rule.quantity, now: waits ? nil : now)
                    if report.isRetained {
                        believed.remembered.append((valid.series, .number(valid.reading.value)))
                    } else if waits {
                        believed.untimedReadings.append(valid)
                        believed.hold(valid.series, .number(valid.reading.value), valid.reading.time, report)
                    } else if isWithinBudget(valid.series, .number(valid.reading.value), clocks) {
                        believed.readings.append(valid)
                    }
                }
            case .change(let change):
                guard let rule = rules[change.series] else { continue }
                note(rejectionOf: change.series, now) { () throws(ReadingRejection) in
                    guard let kind = rule.changes else { throw .notAQuantity }
                    let waits = report.waitsForClock(change.time, clocks)
                    if !waits { try validator.check(change.time, of: change.series, kind, now: now) }
                    guard !report.isRetained else {
                        believed.remembered.append((change.series, change.value))
                        return
                    }
                    guard changes.isRepetition(change) || isWithinBudget(change.series, change.value, clocks) else {
                        return
                    }
                    let order: ChangeFilter.Order = waits ? (report.hasOwnTime ? .unknown : .byArrival) : .byTime
                    let passed = changes.pass(change, in: order, now: now)
                    // What can be told is shown by `LinkIntake`, which hears the device's replies first.
                    if passed.isNews, !rule.isTold { believed.news.append(change) }
                    if waits {
                        believed.untimedChanges += passed.changes
                        for change in passed.changes {
                            believed.hold(change.series, change.value, change.time, report)
                        }
                    } else {
                        believed.changes += passed.changes
                    }
                }
            case .unreadable(let device, let code, let detail):
                guard rules.home[device] != nil else { continue }
                rejections.note(code, detail, device: device, at: now)
            }
        }
        return believed
    }

    /// What waited and has a time now. It was shown, and found to be a change, when it arrived.
    func validate(_ placed: some Sequence<PlacedRecord>, now: Timestamp) -> Believed {
        var believed = Believed()
        for record in placed {
            guard let rule = rules[record.series] else { continue }
            note(rejectionOf: record.series, now) { () throws(ReadingRejection) in
                if let quantity = rule.quantity, case .number(let value) = record.value {
                    let reported = ReportedReading(series: record.series, time: record.time, value: value)
                    believed.readings.append(try validator.validate(reported, by: quantity, now: now))
                } else if let kind = rule.changes {
                    try validator.check(record.time, of: record.series, kind, now: now)
                    believed.changes.append(
                        StateChange(series: record.series, time: record.time, value: record.value))
                }
            }
        }
        return believed
    }

    private func isWithinBudget(_ series: SeriesID, _ value: CapabilityValue, _ clocks: ClockReading) -> Bool {
        if budgets.take(series, weight: value.recordWeight, at: clocks.uptime) { return true }
        rejections.note(
            "tooMany",
            "The series has more than \(Int(SeriesBudgets.perSecond)) records a second; a long text counts as several.",
            device: series.device, at: clocks.wall)
        return false
    }

    private func note(rejectionOf series: SeriesID, _ now: Timestamp, _ check: () throws(ReadingRejection) -> Void) {
        do throws(ReadingRejection) {
            try check()
        } catch {
            rejections.note(error.code, "\(error)", device: series.device, at: now)
        }
    }
}

/// How long commits took since the start, and how many failed.
package struct CommitMeter: Sendable {
    package internal(set) var durations = Histogram()
    package internal(set) var failures = 0
}

/// What of a burst of reports holds.
struct Believed {
    /// To be stored at once.
    var readings: [ValidReading] = []
    var changes: [StateChange] = []
    /// As `readings` and `changes`, but they wait for the clock: they are shown, and stored with the `held`.
    var untimedReadings: [ValidReading] = []
    var untimedChanges: [StateChange] = []
    /// Of the changes, those that nobody has shown yet.
    var news: [StateChange] = []
    /// Retained values: states that hold, but nothing that just happened.
    var remembered: [(series: SeriesID, value: CapabilityValue)] = []
    /// The untimed readings and changes again, as they wait.
    var held: [HeldRecord] = []

    mutating func hold(_ series: SeriesID, _ value: CapabilityValue, _ time: Timestamp, _ report: TelemetryReport) {
        held.append(HeldRecord(series: series, value: value, ownTime: report.hasOwnTime ? time : nil))
    }

    var events: [LiveEvent] {
        (readings + untimedReadings).map { .reading($0.series, $0.reading) } + news.map { .state($0) }
    }
}

extension TelemetryReport {
    /// Whether what was said at `time` cannot be given a time yet: the clock is not known, or the device is ahead of a
    /// clock that is not synchronised and may be behind.
    fileprivate func waitsForClock(_ time: Timestamp, _ clocks: ClockReading) -> Bool {
        !clocks.isKnown || (hasOwnTime && !isRetained && clocks.mayBeBehind(time))
    }
}
