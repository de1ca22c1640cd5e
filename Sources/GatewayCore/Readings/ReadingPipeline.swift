package import HomeModel
package import TimeSeriesStore
package import Logging

/// Validates, shows and stores reports, in this order. The link acknowledges a message once `commit` has returned.
///
/// `TimestampAssigner` stands in front of it and gives each report its time. A record whose time is not known is
/// validated in everything else, shown, and stored without a time by the same commit. `release` replaces it by a record
/// with a time.
package actor ReadingPipeline {
    private let registry: HomeRegistry
    private let display: StateDisplay
    private let store: ReadingStore
    private let clock: HomeClock
    private var validator: ReadingValidator
    private var rejections: RejectionCounts
    private var changes: ChangeFilter
    private var budgets = SeriesRateLimiter()
    private var rules = SeriesRules(HomeSnapshot())
    private var pending: [ReportSource: PendingBatch] = [:]

    package private(set) var storedReadings = 0
    /// The number of records that were dropped because the disk could not store them and their link cannot send them
    /// again.
    package private(set) var lostRecords = 0
    /// Why the last write of a batch or release failed; nil after a write that succeeded.
    package private(set) var storageFault: StorageError?
    package private(set) var commits = CommitMetrics()

    /// `latestStates` are the newest stored changes; `unclockedStates` are later values without a time.
    package init(
        registry: HomeRegistry, display: StateDisplay, store: ReadingStore, clock: HomeClock, terms: RetentionTerms,
        latestStates: [SeriesID: StateChange], unclockedStates: [SeriesID: CapabilityValue] = [:], logger: Logger
    ) {
        self.registry = registry
        self.display = display
        self.store = store
        self.clock = clock
        validator = ReadingValidator(terms: terms)
        rejections = RejectionCounts(logger: logger)
        changes = ChangeFilter(latestStates, unclocked: unclockedStates)
    }

    /// The retention terms by which readings are validated.
    var terms: RetentionTerms { validator.terms }

    /// Replaces the retention terms by which readings are validated.
    package func apply(_ terms: RetentionTerms) { validator = ReadingValidator(terms: terms) }

    /// The number of rejected reports, by device and reason.
    package var rejected: [DeviceID: [String: Int]] { rejections.counts }

    /// The devices of which readings or changes were refused within the last hour because there were too many, with
    /// their counts.
    package var rateLimited: [(device: DeviceID, refusal: SeriesRateLimiter.Refusal)] {
        budgets.refused(after: clock.uptime() - .hours(1))
    }

    /// The number of readings and changes that were received since the last commit, with and without a time.
    package var uncommittedCount: Int { pending.values.reduce(0) { $0 + $1.uncommitted.recordCount } }

    /// How long the longest current commit has taken so far; nil between commits.
    package var commitDuration: Duration? {
        pending.values.compactMap(\.commit?.startedAt).min().map { clock.uptime() - $0 }
    }

    /// The messages whose records are on disk, the latest last.
    var storedDeliveries: [DeliveryFingerprint] { get async { await store.deliveries } }

    /// Validates reports and shows the valid ones. The next commit of `source` stores them, together with the messages
    /// in which they came. `clocks` are the clocks that stamped the reports.
    ///
    /// Each source waits for one call of `receive` or `commit` before the next: the changes of its series that `changes`
    /// remembers as uncommitted belong to one batch.
    func receive(
        _ reports: [TimedReport], deliveries: [DeliveryFingerprint], from source: ReportSource, at clocks: ClockSnapshot
    ) async {
        await follow(await registry.snapshot)
        let validated = validate(reports, at: clocks)
        pending[source, default: PendingBatch()].add(validated, deliveries: deliveries, at: clocks)
        await display.show(validated, at: clocks.wall)
    }

    /// Counts records that a link had to drop.
    func recordLoss(of count: Int) { lostRecords += count }

    /// Stores everything that was received from `source` since its last commit, all of it or nothing.
    ///
    /// When it throws, the records are dropped here if the sender gets no acknowledgement and sends them again. Otherwise
    /// they are kept for the next commit, up to a limit. Callers wait for it before the next call, as for `receive`.
    func commit(_ source: ReportSource) async throws(StorageError) {
        guard let batch = pending[source]?.beginCommit(at: clock.uptime()) else { return }
        let start = ContinuousClock.now
        defer { commits.durations.record(ContinuousClock.now - start) }
        do throws(StorageError) {
            try await append(batch)
        } catch {
            commits.failures += 1
            switch source.delivery {
            case .acknowledged: changes.rollBack(pending[source]?.endCommit() ?? [])
            case .atMostOnce: lostRecords += pending[source]?.keepForNextCommit() ?? 0
            }
            throw error
        }
        changes.commit(pending[source]?.endCommit() ?? [])
        // Clients read the activity from the store, so the event follows once the changes are stored.
        await display.showActivity(of: batch.changes.map(\.series))
    }

    /// Validates and stores unclocked records that have a time now. The same write removes their batches and adds the
    /// remaining ones, so that a kill in between neither loses nor repeats a record.
    func release(_ release: UnclockedRelease, at now: Timestamp) async throws(StorageError) {
        await follow(await registry.snapshot)
        let validated = validate(release.records, now: now)
        var batch = RecordBatch(readings: validated.readings, changes: validated.changes)
        batch.releasedBefore = release.releasedBefore
        batch.unclocked = release.remaining
        try await append(batch)
        let newer = await seriesWithProvisionalTimes()
        await display.current.set(validated.without(newer), at: now)
    }

    /// The series of which a value arrived whose time of arrival is not known yet. It is shown, and the time with which
    /// it is shown cannot be compared with the times of older values.
    private func seriesWithProvisionalTimes() async -> Set<SeriesID> {
        // The store comes last: a record that is committed meanwhile is found twice, and not missed.
        let batches = pending.values.flatMap(\.unclocked)
        let records = (batches + (await store.unclocked)).lazy.flatMap(\.records)
        return Set(records.filter { $0.ownTime == nil }.map(\.series))
    }

    private func append(_ batch: RecordBatch) async throws(StorageError) {
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
    private func follow(_ home: HomeSnapshot) async {
        guard home.revision > rules.home.revision else { return }
        let previous = rules.home.revision > 0 ? rules.home : nil
        rules = SeriesRules(home)
        changes.keep(home.has)
        budgets.keep(at: clock.uptime(), devices: { home[$0] != nil }, series: home.has)
        await display.current.keep(home, after: previous)
        await store.setRollovers(home.rollovers, asOf: home.revision)
    }

    private func validate(_ reports: [TimedReport], at clocks: ClockSnapshot) -> ValidatedBatch {
        var validated = ValidatedBatch()
        for report in reports {
            do throws(ReadingRejection) {
                switch report.content {
                case .reading(let series, let value, let unit):
                    // Reports of a device that is not adopted, or not any more, are ignored.
                    guard let rule = rules[series] else { continue }
                    let reading = ReportedReading(series: series, time: report.time.shown, value: value, unit: unit)
                    try add(reading, by: rule, from: report, at: clocks, to: &validated)
                case .change(let series, let value):
                    guard let rule = rules[series] else { continue }
                    let change = StateChange(series: series, time: report.time.shown, value: value)
                    try add(change, by: rule, from: report, at: clocks, to: &validated)
                case .event(let series, let value):
                    // A remembered event happened before, and was recorded then if the gateway was there.
                    guard !report.isRetained, let rule = rules[series] else { continue }
                    let event = StateChange(series: series, time: report.time.shown, value: value)
                    try add(event: event, by: rule, from: report, at: clocks, to: &validated)
                case .unreadable(let device, let code, let detail):
                    guard rules.home[device] != nil else { continue }
                    rejections.note(code, sentence: detail, device: device, at: clocks.wall)
                }
            } catch {
                note(error, of: report.content.device, at: clocks.wall)
            }
        }
        return validated
    }

    private func add(
        _ reading: ReportedReading, by rule: SeriesRule, from report: TimedReport, at clocks: ClockSnapshot,
        to batch: inout ValidatedBatch
    ) throws(ReadingRejection) {
        let series = reading.series
        switch report.time {
        case .known:
            let valid = try validator.validate(reading, by: rule.quantity, now: clocks.wall)
            let value = CapabilityValue.number(valid.reading.value)
            if batch.remember(value, of: series, from: report) { return }
            if isWithinBudget(series, value: value, at: clocks) { batch.readings.append(valid) }
        case .unchecked, .provisional:
            // The limit of unclocked records applies instead of the budget.
            let value = try validator.canonicalValue(of: reading, by: rule.quantity)
            if batch.remember(.number(value), of: series, from: report) { return }
            batch.addUnclocked(Reading(time: reading.time, value: value), of: series, time: report.time)
        }
    }

    private func add(
        _ change: StateChange, by rule: SeriesRule, from report: TimedReport, at clocks: ClockSnapshot,
        to batch: inout ValidatedBatch
    ) throws(ReadingRejection) {
        guard let kind = rule.changes else { throw .notAQuantity }
        if case .known(let time) = report.time {
            try validator.check(time, of: change.series, kind: kind, now: clocks.wall)
        }
        if batch.remember(change.value, of: change.series, from: report) { return }
        guard changes.isRepetition(change) || isWithinBudget(change.series, value: change.value, at: clocks) else {
            return
        }
        let passed = changes.pass(change, in: report.time.order, now: clocks.wall)
        batch.changedSeries.insert(change.series)
        if passed.isNews, rule.eventPath == .validatedReports { batch.news.append(change) }
        batch.add(passed.changes, time: report.time)
    }

    /// Adds an event as it is, also if it has the value of the event before.
    private func add(
        event: StateChange, by rule: SeriesRule, from report: TimedReport, at clocks: ClockSnapshot,
        to batch: inout ValidatedBatch
    ) throws(ReadingRejection) {
        guard let kind = rule.changes else { throw .notAQuantity }
        if case .known(let time) = report.time {
            try validator.check(time, of: event.series, kind: kind, now: clocks.wall)
        }
        guard isWithinBudget(event.series, value: event.value, at: clocks) else { return }
        if rule.eventPath == .validatedReports { batch.news.append(event) }
        batch.add([event], time: report.time)
    }

    /// Validates unclocked records that have a time now. They were shown, and recognised as changes, when they
    /// arrived.
    private func validate(_ records: [TimestampedRecord], now: Timestamp) -> ValidatedBatch {
        var validated = ValidatedBatch()
        for record in records {
            guard let rule = rules[record.series] else { continue }
            do throws(ReadingRejection) {
                if let quantity = rule.quantity, case .number(let value) = record.value {
                    let reported = ReportedReading(series: record.series, time: record.time, value: value)
                    validated.readings.append(try validator.validate(reported, by: quantity, now: now))
                } else if let kind = rule.changes {
                    try validator.check(record.time, of: record.series, kind: kind, now: now)
                    validated.changes.append(
                        StateChange(series: record.series, time: record.time, value: record.value))
                }
            } catch {
                note(error, of: record.series.device, at: now)
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

    private func note(_ rejection: ReadingRejection, of device: DeviceID, at now: Timestamp) {
        rejections.note(rejection.code, sentence: "\(rejection)", device: device, at: now)
    }
}

/// The durations and failures of commits since the start.
package struct CommitMetrics: Sendable {
    package internal(set) var durations = Histogram()
    package internal(set) var failures = 0
}

/// The valid contents of a batch of reports: what is stored of it, and what is shown of it.
struct ValidatedBatch {
    /// The readings and changes to store with their times.
    var readings: [ValidReading] = []
    var changes: [StateChange] = []
    /// The records to store without a time.
    private(set) var unclocked: [UnclockedRecord] = []
    /// The same records with the times with which they are shown.
    private var unclockedReadings: [(series: SeriesID, reading: Reading)] = []
    private(set) var unclockedChanges: [StateChange] = []
    /// The changes that have not been shown yet.
    var news: [StateChange] = []
    /// The series of which the `ChangeFilter` remembers a new state, or a repetition.
    var changedSeries: Set<SeriesID> = []
    private var retained: [(series: SeriesID, value: CapabilityValue)] = []
    /// For a series with a live value: how many of `retained` arrived before it.
    private var replaced: [SeriesID: Int] = [:]

    /// The readings to show.
    var shownReadings: [(series: SeriesID, reading: Reading)] {
        readings.map { ($0.series, $0.reading) } + unclockedReadings
    }

    /// Remembered values that no later live value of their series replaced: present states, but no new events.
    var remembered: [(series: SeriesID, value: CapabilityValue)] {
        retained.enumerated().filter { $0.offset >= replaced[$0.element.series] ?? 0 }.map(\.element)
    }

    var events: [LiveEvent] { shownReadings.map { .reading($0.series, $0.reading) } + news.map { .state($0) } }

    /// The same contents without the readings and changes of `series` that have a time.
    func without(_ series: Set<SeriesID>) -> ValidatedBatch {
        var batch = self
        batch.readings.removeAll { series.contains($0.series) }
        batch.changes.removeAll { series.contains($0.series) }
        return batch
    }

    /// Returns true for a report of a value that the link remembered, which only counts for `remembered`. A live value
    /// replaces the remembered ones of its series that arrived before.
    mutating func remember(_ value: CapabilityValue, of series: SeriesID, from report: TimedReport) -> Bool {
        if report.isRetained {
            retained.append((series, value))
        } else if !retained.isEmpty {
            replaced[series] = retained.count
        }
        return report.isRetained
    }

    /// Adds a reading whose time is not known.
    mutating func addUnclocked(_ reading: Reading, of series: SeriesID, time: ReportTime) {
        unclockedReadings.append((series, reading))
        unclocked.append(UnclockedRecord(series: series, value: .number(reading.value), time: time))
    }

    /// Adds changes of which `time` is the time.
    mutating func add(_ changes: [StateChange], time: ReportTime) {
        switch time {
        case .known: self.changes += changes
        case .unchecked, .provisional:
            unclockedChanges += changes
            unclocked += changes.map { UnclockedRecord(series: $0.series, value: $0.value, time: time) }
        }
    }
}

extension UnclockedRecord {
    fileprivate init(series: SeriesID, value: CapabilityValue, time: ReportTime) {
        let ownTime: Timestamp? = if case .unchecked(let own) = time { own } else { nil }
        self.init(series: series, value: value, ownTime: ownTime)
    }
}
