package import HomeModel
package import HomeStore
package import TimeSeriesStore
package import Logging
import Synchronization

/// Validates, shows and stores readings, in this order. The link acknowledges a message once `commit` has returned.
///
/// While the clock is not known, records that are valid except for their time are stored to wait for the clock;
/// `releaseHeld` does the rest. The same applies to records that a device stamped later than a clock that is known but
/// not synchronised: the gateway's clock may be behind.
package actor ReadingPipeline {
    let registry: HomeRegistry
    let display: StateDisplay
    let store: ReadingStore
    let clock: HomeClock
    private let trust: Mutex<ClockTrust>
    let marks: ClockCheckpoints
    /// The clocks when the known clock was last recorded.
    var lastClocks: ClockSnapshot?
    /// Whether `reconsiderClock` must be repeated.
    var isClockToReconsider = false
    private var validator: ReadingValidator
    private var rejections: RejectionCounts
    private var changes: ChangeFilter
    private(set) var budgets = SeriesRateLimiter()
    private var rules = SeriesRules(HomeSnapshot())
    private var waiting = RecordBatch()
    /// The last time at which an earlier run was known to run; nil once something arrived in this run.
    private var previousRun: Timestamp?
    /// The absence before this run, until it is stored.
    var absence: Absence?

    package private(set) var storedReadings = 0
    /// Why the last commit failed; nil after a commit that succeeded.
    package private(set) var storageFault: StorageError?
    private var commitStartedAt: Duration?
    package private(set) var commits = CommitMetrics()

    /// `trust` decides when the clock is known; `previousRun` is the last time at which an earlier run was known to
    /// run.
    package init(
        registry: HomeRegistry, display: StateDisplay, store: ReadingStore, clock: HomeClock,
        trust: ClockTrust, marks: ClockCheckpoints, terms: RetentionTerms, latestStates: [SeriesID: StateChange],
        heldStates: [SeriesID: CapabilityValue] = [:], previousRun: Timestamp? = nil, logger: Logger
    ) {
        self.previousRun = previousRun
        self.registry = registry
        self.display = display
        self.store = store
        self.clock = clock
        self.trust = Mutex(trust)
        self.marks = marks
        validator = ReadingValidator(terms: terms)
        rejections = RejectionCounts(logger: logger)
        changes = ChangeFilter(latestStates, held: heldStates)
    }

    var terms: RetentionTerms { validator.terms }

    /// Replaces the retention terms by which readings are validated.
    package func apply(_ terms: RetentionTerms) { validator = ReadingValidator(terms: terms) }

    /// The number of rejected reports, by device and reason.
    package var rejected: [DeviceID: [String: Int]] { rejections.counts }

    /// The number of readings and changes that were received since the last commit.
    package var waitingCount: Int { waiting.readings.count + waiting.changes.count }

    /// How long the current commit has taken so far; nil between commits.
    package var commitDuration: Duration? { commitStartedAt.map { clock.uptime() - $0 } }

    /// The messages whose records are on disk, the latest last.
    package var storedDeliveries: [DeliveryFingerprint] { get async { await store.deliveries } }

    /// Reads the clocks now, for messages that have just arrived.
    package nonisolated func readClocks() -> ClockSnapshot { clock.read(trust.withLock(\.self)) }

    /// Replaces the trust by which the clock is judged.
    nonisolated func judgeClock(by new: ClockTrust) {
        trust.withLock { $0 = new }
        clock.confidence.judge(by: new)
    }

    /// Validates reports and shows the valid ones. The next commit stores them, together with the messages in which
    /// they came. `clocks` are the clocks that stamped the reports.
    package func receive(_ reports: [TelemetryReport], deliveries: [DeliveryFingerprint], at clocks: ClockSnapshot)
        async
    {
        await follow(await registry.snapshot)
        noteAbsence(before: reports, at: clocks)
        let validated = validate(reports, at: clocks)
        await display.show(validated, at: clocks.wall)
        waiting.readings += validated.readings
        waiting.changes += validated.changes
        if !validated.held.isEmpty {
            waiting.unclocked.append(UnclockedBatch(boot: clocks.boot, uptime: clocks.uptime, records: validated.held))
        }
        waiting.deliveries += deliveries
    }

    /// Stores everything that was received since the last commit, all of it or nothing.
    ///
    /// When it throws, the received records are dropped here: the sender gets no acknowledgement and sends them again.
    package func commit() async throws(StorageError) {
        let batch = waiting
        waiting = RecordBatch()
        guard !batch.isEmpty else { return }
        commitStartedAt = clock.uptime()
        let start = ContinuousClock.now
        defer {
            commitStartedAt = nil
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

    /// Applies the current home, and forgets series that it does not have any more. So a device that changes its
    /// description again and again needs no more memory than another one.
    func follow(_ home: HomeSnapshot) async {
        guard home.revision > rules.home.revision else { return }
        let previous = rules.home.revision > 0 ? rules.home : nil
        rules = SeriesRules(home)
        changes.keep(home.has)
        budgets.keep(at: clock.uptime(), devices: { home[$0] != nil }, series: home.has)
        await display.current.keep(home, after: previous)
        await store.setRollovers(rollovers: home.rollovers)
    }

    /// Ends the absence before this run at its first report. A clock that is not known gives the absence no time.
    private func noteAbsence(before reports: [TelemetryReport], at clocks: ClockSnapshot) {
        guard let left = previousRun, clocks.isKnown, reports.contains(where: { !$0.isRetained }) else { return }
        previousRun = nil
        guard clocks.wall - left >= Absence.shortest else { return }
        absence = Absence(from: left, to: clocks.wall)
    }

    private func validate(_ reports: [TelemetryReport], at clocks: ClockSnapshot) -> ValidatedBatch {
        var validated = ValidatedBatch()
        let now = clocks.wall
        for report in reports {
            switch report.content {
            case .reading(let reported):
                // Reports of a device that is not adopted, or not any more, are ignored.
                guard let rule = rules[reported.series] else { continue }
                note(rejectionOf: reported.series, now) { () throws(ReadingRejection) in
                    let waits = report.waitsForClock(reported.time, at: clocks)
                    let valid = try validator.validate(reported, by: rule.quantity, now: waits ? nil : now)
                    if report.isRetained {
                        validated.remember(valid.series, value: .number(valid.reading.value))
                        return
                    }
                    validated.replaceRemembered(of: valid.series)
                    if waits {
                        validated.untimedReadings.append(valid)
                        validated.hold(
                            valid.series, value: .number(valid.reading.value), time: valid.reading.time, report: report)
                    } else if isWithinBudget(valid.series, value: .number(valid.reading.value), at: clocks) {
                        validated.readings.append(valid)
                    }
                }
            case .change(let change):
                guard let rule = rules[change.series] else { continue }
                note(rejectionOf: change.series, now) { () throws(ReadingRejection) in
                    guard let kind = rule.changes else { throw .notAQuantity }
                    let waits = report.waitsForClock(change.time, at: clocks)
                    if !waits { try validator.check(change.time, of: change.series, kind: kind, now: now) }
                    guard !report.isRetained else {
                        validated.remember(change.series, value: change.value)
                        return
                    }
                    validated.replaceRemembered(of: change.series)
                    guard changes.isRepetition(change) || isWithinBudget(change.series, value: change.value, at: clocks)
                    else {
                        return
                    }
                    let order: ChangeFilter.Order = waits ? (report.hasOwnTime ? .unknown : .byArrival) : .byTime
                    let passed = changes.pass(change, in: order, now: now)
                    if passed.isNews, rule.eventPath == .validatedReports { validated.news.append(change) }
                    if waits {
                        validated.untimedChanges += passed.changes
                        for change in passed.changes {
                            validated.hold(change.series, value: change.value, time: change.time, report: report)
                        }
                    } else {
                        validated.changes += passed.changes
                    }
                }
            case .unreadable(let device, let code, let detail):
                guard rules.home[device] != nil else { continue }
                rejections.note(code, sentence: detail, device: device, at: now)
            }
        }
        return validated
    }

    /// Validates records that waited and have a time now. They were shown, and recognised as changes, when they
    /// arrived.
    func validate(_ timestamped: some Sequence<TimestampedRecord>, now: Timestamp) -> ValidatedBatch {
        var validated = ValidatedBatch()
        for record in timestamped {
            guard let rule = rules[record.series] else { continue }
            note(rejectionOf: record.series, now) { () throws(ReadingRejection) in
                if let quantity = rule.quantity, case .number(let value) = record.value {
                    let reported = ReportedReading(series: record.series, time: record.time, value: value)
                    validated.readings.append(try validator.validate(reported, by: quantity, now: now))
                } else if let kind = rule.changes {
                    try validator.check(record.time, of: record.series, kind: kind, now: now)
                    validated.changes.append(
                        StateChange(series: record.series, time: record.time, value: record.value))
                }
            }
        }
        return validated
    }

    private func isWithinBudget(_ series: SeriesID, value: CapabilityValue, at clocks: ClockSnapshot) -> Bool {
        if budgets.admit(series, weight: value.recordWeight, at: clocks.uptime) { return true }
        rejections.note(
            "tooMany",
            sentence:
                "The series has more than \(Int(SeriesRateLimiter.perSecond)) records a second; a long text counts as several.",
            device: series.device, at: clocks.wall)
        return false
    }

    private func note(rejectionOf series: SeriesID, _ now: Timestamp, check: () throws(ReadingRejection) -> Void) {
        do throws(ReadingRejection) {
            try check()
        } catch {
            rejections.note(error.code, sentence: "\(error)", device: series.device, at: now)
        }
    }
}

/// The durations and failures of commits since the start.
package struct CommitMetrics: Sendable {
    package internal(set) var durations = Histogram()
    package internal(set) var failures = 0
}

/// The valid contents of a batch of reports.
struct ValidatedBatch {
    /// The readings and changes to store at once.
    var readings: [ValidReading] = []
    var changes: [StateChange] = []
    /// Readings and changes that wait for the clock: they are shown, and stored as `held`.
    var untimedReadings: [ValidReading] = []
    var untimedChanges: [StateChange] = []
    /// The changes that have not been shown yet.
    var news: [StateChange] = []
    private var retained: [(series: SeriesID, value: CapabilityValue)] = []
    /// For a series with a live value: how many of `retained` arrived before it.
    private var replaced: [SeriesID: Int] = [:]
    /// The untimed readings and changes, in the form in which they wait.
    var held: [UnclockedRecord] = []

    /// Retained values that no later live value of their series replaced: present states, but no new events.
    var remembered: [(series: SeriesID, value: CapabilityValue)] {
        retained.enumerated().filter { $0.offset >= replaced[$0.element.series] ?? 0 }.map(\.element)
    }

    mutating func remember(_ series: SeriesID, value: CapabilityValue) { retained.append((series, value)) }

    /// A live value of the series arrived, which is newer than the retained values before it.
    mutating func replaceRemembered(of series: SeriesID) {
        if !retained.isEmpty { replaced[series] = retained.count }
    }

    mutating func hold(_ series: SeriesID, value: CapabilityValue, time: Timestamp, report: TelemetryReport) {
        held.append(UnclockedRecord(series: series, value: value, ownTime: report.hasOwnTime ? time : nil))
    }

    var events: [LiveEvent] {
        (readings + untimedReadings).map { .reading($0.series, $0.reading) } + news.map { .state($0) }
    }
}

extension TelemetryReport {
    /// Whether a report for `time` cannot get a time yet: the clock is not known, or the device is ahead of a clock
    /// that is not synchronised and may be behind.
    fileprivate func waitsForClock(_ time: Timestamp, at clocks: ClockSnapshot) -> Bool {
        !clocks.isKnown || (hasOwnTime && !isRetained && clocks.mayBeBehind(time))
    }
}

/// A report that a link received on its telemetry connection.
package struct TelemetryReport: Sendable {
    /// A reading, a change of a state, or a message that could not be decoded.
    package enum Content: Sendable {
        case reading(ReportedReading)
        case change(StateChange)
        /// The link could not decode the report: a code for counters, a sentence for the log.
        case unreadable(DeviceID, code: String, detail: String)
    }

    package let content: Content
    /// Whether the broker retained the report: it is a present state, but not new.
    package let isRetained: Bool
    /// Whether the time is the one that the device wrote, and not the time of arrival.
    package let hasOwnTime: Bool

    package init(_ content: Content, isRetained: Bool, hasOwnTime: Bool = false) {
        self.content = content
        self.isRetained = isRetained
        self.hasOwnTime = hasOwnTime
    }
}
