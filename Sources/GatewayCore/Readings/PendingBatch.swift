import HomeModel
import TimeSeriesStore

/// The link from which reports come. Each link has a batch of its own, so that a commit that fails for one link neither
/// drops nor rolls back what another link received.
package struct ReportSource: Hashable, Sendable {
    /// What a link does about reports that were not stored.
    package enum Delivery: Hashable, Sendable {
        /// The sender keeps them until they are acknowledged, and sends them again.
        case acknowledged
        /// Nothing is sent again.
        case atMostOnce
    }

    /// The name of the link. No two links of a gateway have the same.
    package let name: String
    package let delivery: Delivery

    package init(name: String, delivery: Delivery) {
        self.name = name
        self.delivery = delivery
    }
}

/// The records of one link that are not on the disk yet.
struct PendingBatch {
    /// The limit of records that are kept for the next commit after one that failed; a long text counts as several. At
    /// one report a second of each of 50 devices, that is half an hour.
    static let maximumKept = 100_000

    private(set) var uncommitted = RecordBatch()
    /// The series of which the `ChangeFilter` remembers uncommitted states.
    private var changed: Set<SeriesID> = []
    /// The batch that the current commit stores, and when the commit began; nil between commits.
    private(set) var commit: (batch: RecordBatch, startedAt: Duration)?

    mutating func add(_ validated: ValidatedBatch, deliveries: [DeliveryFingerprint], at clocks: ClockSnapshot) {
        uncommitted.readings += validated.readings
        uncommitted.changes += validated.changes
        if !validated.unclocked.isEmpty {
            uncommitted.unclocked.append(
                UnclockedBatch(boot: clocks.boot, uptime: clocks.uptime, records: validated.unclocked))
        }
        uncommitted.deliveries += deliveries
        changed.formUnion(validated.changedSeries)
    }

    /// Returns what the commit must store; nil when there is nothing.
    mutating func beginCommit(at uptime: Duration) -> RecordBatch? {
        guard !uncommitted.isEmpty else { return nil }
        commit = (uncommitted, uptime)
        uncommitted = RecordBatch()
        return commit?.batch
    }

    /// Ends a commit whose records are stored, or are dropped because their sender sends them again. Returns the series
    /// whose uncommitted states end with it.
    mutating func endCommit() -> Set<SeriesID> {
        commit = nil
        defer { changed = [] }
        return changed
    }

    /// Ends a commit that failed, and keeps its records for the next one. Returns the number of records that were
    /// dropped because of the limit.
    mutating func keepForNextCommit(atMost limit: Int = maximumKept) -> Int {
        guard let batch = commit?.batch else { return 0 }
        commit = nil
        uncommitted = batch.followed(by: uncommitted)
        return uncommitted.dropOldest(keeping: limit)
    }

    /// The records without a time of the current commit and of the next one.
    var unclocked: [UnclockedBatch] { (commit?.batch.unclocked ?? []) + uncommitted.unclocked }
}

extension RecordBatch {
    /// The number of readings and changes, with and without a time.
    var recordCount: Int { readings.count + changes.count + unclocked.recordCount }

    fileprivate func followed(by newer: RecordBatch) -> RecordBatch {
        var batch = self
        batch.readings += newer.readings
        batch.changes += newer.changes
        batch.deliveries += newer.deliveries
        batch.unclocked += newer.unclocked
        return batch
    }

    /// Drops the oldest records until what is left counts as `limit` at most: first readings, because the next ones
    /// say most of what they said, then records without a time, and changes last. Returns how many were dropped.
    fileprivate mutating func dropOldest(keeping limit: Int) -> Int {
        let before = recordCount
        var excess = readings.count + changes.weight + unclocked.weight - limit
        guard excess > 0 else { return 0 }
        let dropped = min(excess, readings.count)
        readings.removeFirst(dropped)
        excess -= dropped
        while excess > 0, let oldest = unclocked.first {
            excess -= [oldest].weight
            unclocked.removeFirst()
        }
        while excess > 0, let oldest = changes.first {
            excess -= oldest.value.recordWeight
            changes.removeFirst()
        }
        return before - recordCount
    }
}

extension [StateChange] {
    fileprivate var weight: Int { reduce(0) { $0 + $1.value.recordWeight } }
}

extension [UnclockedBatch] {
    fileprivate var weight: Int { reduce(0) { $0 + $1.records.reduce(0) { $0 + $1.value.recordWeight } } }
}
