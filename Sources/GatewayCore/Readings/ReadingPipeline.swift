package import HomeModel
package import HomeStorage
package import Logging

/// The journey of a reading, in order: validate, show, store. The link acknowledges once `commit` has returned.
package actor ReadingPipeline {
    private let registry: HomeRegistry
    private let board: StateBoard
    private let feed: LiveFeed
    private let store: ReadingStore
    private let clock: HomeClock
    private var validator: ReadingValidator
    private var rejections: RejectionCounts
    private var changes: ChangeFilter
    private var waiting: (readings: [ValidReading], changes: [StateChange]) = ([], [])

    package private(set) var storedReadings = 0
    /// Why the last commit failed; nil after one that worked.
    package private(set) var storageFault: StorageError?

    package init(
        registry: HomeRegistry, board: StateBoard, feed: LiveFeed, store: ReadingStore, clock: HomeClock,
        terms: RetentionTerms, latestStates: [SeriesID: CapabilityValue], logger: Logger
    ) {
        self.registry = registry
        self.board = board
        self.feed = feed
        self.store = store
        self.clock = clock
        validator = ReadingValidator(terms: terms)
        rejections = RejectionCounts(logger: logger)
        changes = ChangeFilter(latestStates)
    }

    package func apply(_ terms: RetentionTerms) { validator = ReadingValidator(terms: terms) }

    /// How many reports were not believed, by device and reason.
    package var rejected: [DeviceID: [String: Int]] { rejections.counts }

    /// Checks what devices reported and shows what holds; it is stored with the next commit.
    package func receive(_ reports: [TelemetryReport]) async {
        let home = await registry.snapshot
        let believed = validate(reports, in: home)
        await board.set(believed.readings, believed.changes)
        await board.recall(believed.remembered, at: clock.now())
        await feed.show(believed.events)
        waiting.readings += believed.readings
        waiting.changes += believed.changes
    }

    /// Puts everything received since the last commit on disk, in one transaction.
    ///
    /// When it throws, what was received is forgotten here: its sender was not answered and sends it again.
    package func commit() async throws(StorageError) {
        let batch = waiting
        waiting = ([], [])
        guard !batch.readings.isEmpty || !batch.changes.isEmpty else { return }
        do throws(StorageError) {
            try await store.append(RecordBatch(readings: batch.readings, changes: batch.changes))
        } catch {
            changes.rollBack()
            storageFault = error
            throw error
        }
        changes.commit()
        storageFault = nil
        storedReadings += batch.readings.count
    }

    /// Forgets what was received since the last commit: the connection that owed it an answer is gone.
    package func discard() {
        waiting = ([], [])
        changes.rollBack()
    }

    private func validate(_ reports: [TelemetryReport], in home: HomeSnapshot) -> Believed {
        var believed = Believed()
        let now = clock.now()
        for report in reports {
            switch report.content {
            case .reading(let reported):
                validate(reported, isRetained: report.isRetained, in: home, now, &believed)
            case .change(let change):
                // A device that is not adopted (or no longer) is nobody's.
                let series = change.series
                guard let device = home[series.device] else { continue }
                if report.isRetained {
                    believed.remembered.append((series, change.value))
                } else if changes.isNew(change) {
                    believed.changes.append(change)
                    // What can be told is shown by `LinkIntake`, which hears the device's replies first.
                    let isTold = device.capability(series.capability, of: series.part)?.isCommanded ?? false
                    if !isTold { believed.news.append(change) }
                }
            case .unreadable(let device, let code):
                guard home[device] != nil else { continue }
                rejections.note(code, "The payload cannot be read.", device: device, at: now)
            }
        }
        return believed
    }

    private func validate(
        _ reported: ReportedReading, isRetained: Bool, in home: HomeSnapshot, _ now: Timestamp,
        _ believed: inout Believed
    ) {
        let series = reported.series
        guard let device = home[series.device] else { return }
        do throws(ReadingRejection) {
            let capability = device.capability(series.capability, of: series.part)
            let valid = try validator.validate(reported, against: capability, now: now)
            if isRetained {
                believed.remembered.append((series, .number(valid.reading.value)))
            } else {
                believed.readings.append(valid)
            }
        } catch {
            rejections.note(error.code, "\(error)", device: device.id, at: now)
        }
    }
}

private struct Believed {
    var readings: [ValidReading] = []
    var changes: [StateChange] = []
    /// Of the changes, those that nobody has shown yet.
    var news: [StateChange] = []
    /// Retained values: states that hold, but nothing that just happened.
    var remembered: [(series: SeriesID, value: CapabilityValue)] = []

    var events: [LiveEvent] {
        readings.map { .reading($0.series, $0.reading) } + news.map { .state($0) }
    }
}
