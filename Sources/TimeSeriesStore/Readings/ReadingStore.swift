import SQLiteDatabase
import Concurrency
import Foundation
import GRDB
package import HomeModel

/// Stores the history: readings and state changes, each once per series and time.
///
/// The store is a log-structured merge tree. An append writes a batch to the write-ahead log (`WriteAheadLog`) and to the
/// memtable in `SeriesTable`. A flush writes the readings of all series in the memtable to small level-0 blocks
/// (`LevelZeroBlocks`), and state changes to rows. Compaction merges the level-0 blocks of one series into its sorted
/// level-1 blocks (`SortedRun`) and updates its roll-ups. Queries read the memtable and both levels.
package actor ReadingStore {
    /// The memtable is flushed at this number of records. They take about 2 MB, and a start reads their log in some 20
    /// ms.
    static let flushThreshold = 131_072
    /// At least the number of messages that a link may leave unacknowledged.
    package static let maximumDeliveries = 4096

    let pool: SQLitePool
    let damagedBlocks: DamagedBlocks
    /// Findings of the opening, one sentence each.
    nonisolated let openingNotes: [String]

    var table: SeriesTable
    /// The memtable that is being flushed; after a failed attempt it stays here for the next one.
    var flushing: ImmutableMemtable?
    /// The error of the last flush or compaction; nil after a success.
    package var flushOrCompactionError: StorageError? { flushError ?? compactionError }
    /// The error of the last flush.
    var flushError: StorageError?
    /// The calendar of the stored day roll-ups; nil while none are stored.
    var dayCalendar: DayCalendar?
    /// The error of the last compaction.
    var compactionError: StorageError?
    /// The latest deliveries that are on disk, oldest first.
    package private(set) var deliveries: [DeliveryFingerprint]
    /// The records that have no time yet; they belong to no series.
    private(set) var unclockedBatches = UnclockedBatches()

    let log: WriteAheadLog
    /// The number of running imports into each series.
    var importing: [SeriesID: Int] = [:]
    /// The values at which counters roll over, for series that state one.
    private var rollovers: [SeriesID: Double] = [:]
    /// The revision of the home from which `rollovers` come.
    private var rolloverRevision = 0
    let appendLock = AsyncLock()
    let compactionLock = AsyncLock()
    /// Strikes and restores run one after another: each one decides by the newest reading of the series, and replaces it
    /// after its write.
    let strikeLock = AsyncLock()
    let (due, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Replays the write-ahead log.
    init(pool: SQLitePool, folder: WALFolder, damagedBlocks: DamagedBlocks) throws(StorageError) {
        self.pool = pool
        self.damagedBlocks = damagedBlocks
        let (table, flushedThrough, zone) = try StorageError.translating {
            try pool.connections.read { db in
                (
                    try SeriesTable(db), try Int64.fetchOne(db, sql: "SELECT sealed FROM reading_log") ?? 0,
                    try DayRollUpProgress.zone(db)
                )
            }
        }
        dayCalendar = zone.flatMap(DayCalendar.init(key:))
        let opened = try WriteAheadLog.open(in: folder, flushedThrough: UInt64(bitPattern: flushedThrough))
        self.table = table
        log = opened.log
        deliveries = opened.batches.flatMap(\.deliveries).suffix(Self.maximumDeliveries)
        for batch in opened.batches {
            self.table.apply(batch)
            unclockedBatches.apply(
                batch.unclocked.map { [table = self.table] in $0.batch(table) }, from: batch.releasedBefore)
        }
        let orphanedRecords = self.table.orphanedRecords
        openingNotes =
            opened.notes
            + (orphanedRecords == 0
                ? [] : ["New records of series that are missing from the database: \(orphanedRecords)."])
    }

    /// Appends the batch durably, or nothing of it when it throws.
    ///
    /// An existing record of the same series and time stays. Changes of capabilities that are not recorded are ignored.
    package func append(_ batch: RecordBatch) async throws(StorageError) {
        guard !batch.isEmpty else { return }
        await appendLock.acquire()
        defer { appendLock.release() }
        addSeries(of: batch)
        let unclocked = unclockedBatches.numbered(batch.unclocked)
        let logged = logged(batch, unclocked: unclocked)
        do {
            try await log.append(logged)
        } catch {
            guard error == .writeAheadLogFull else { throw error }
            signal.yield()
            throw flushOrCompactionError ?? error
        }
        table.apply(logged)
        if !unclocked.isEmpty || batch.releasedBefore > 0 {
            unclockedBatches.apply(unclocked, from: batch.releasedBefore)
        }
        if !batch.deliveries.isEmpty {
            deliveries = (deliveries + batch.deliveries).suffix(Self.maximumDeliveries)
        }
        if table.unflushed.total >= Self.flushThreshold { signal.yield() }
    }

    /// The batches of records that have no time yet, oldest first.
    package var unclocked: [UnclockedBatch] { unclockedBatches.all }

    /// The number of records in these batches.
    package var unclockedCount: Int { unclockedBatches.recordCount }

    /// Returns the number of stored records; the cost does not depend on it. Duplicates in the memtable and in level-0
    /// blocks are counted until compaction.
    package func counts() async throws(StorageError) -> RecordCounts {
        let unflushed = table.unflushed + (flushing?.counts ?? RecordCounts())
        return try await pool.read(RecordCounts.tally) + unflushed
    }

    /// Returns all series of a device that have ever had a record.
    package func series(of device: DeviceID) -> [SeriesID] {
        table.entries.map(\.id).filter { $0.device == device }
            .sorted { ($0.part, $0.capability.description) < ($1.part, $1.capability.description) }
    }

    /// Blocks that were found damaged since the start; queries return the readings around them.
    package var damagedRanges: [DamagedRange] {
        damagedBlocks.all.map { DamagedRange(series: table[$0.series]?.id, first: $0.row.first, last: $0.row.last) }
            .sorted { $0.first < $1.first }
    }

    nonisolated func close() { log.close() }

    // MARK: The steps of an append

    /// The log refers to series by keys. New series get a key here, and a row only with the flush, so that an append
    /// never waits for the database.
    private func addSeries(of batch: RecordBatch) {
        for reading in batch.readings { _ = table.entry(of: reading.series, kind: reading.kind) }
        for change in batch.changes {
            guard case .stateChange(let kind) = change.series.capability.kind.facts.recording else { continue }
            _ = table.entry(of: change.series, kind: kind)
        }
        for record in batch.unclocked.lazy.flatMap(\.records) {
            guard let kind = record.series.recordKind else { continue }
            _ = table.entry(of: record.series, kind: kind)
        }
    }

    private func logged(_ batch: RecordBatch, unclocked: [UnclockedBatch]) -> LoggedBatch {
        var logged = LoggedBatch(
            deliveries: batch.deliveries, unclocked: unclocked.map { LoggedUnclockedBatch($0, table: table) },
            releasedBefore: batch.releasedBefore)
        logged.readings.reserveCapacity(batch.readings.count)
        for reading in batch.readings {
            guard let key = table.key(of: reading.series) else { continue }
            logged.readings.append((key, reading.reading))
        }
        for change in batch.changes {
            // Only numbers that are not finite have no JSON text; such a change must not block its batch for ever.
            guard case .stateChange = change.series.capability.kind.facts.recording,
                let key = table.key(of: change.series), let value = try? JSONColumn.encode(change.value)
            else { continue }
            logged.changes.append((key, StoredChange(time: change.time, value: value)))
        }
        logged.names = table.names(of: logged.keys)
        return logged
    }
}

extension SeriesID {
    /// Nil for a capability that is not recorded.
    fileprivate var recordKind: RecordKind? {
        switch capability.kind.facts.recording {
        case .reading(let kind), .stateChange(let kind): kind
        case .none: nil
        }
    }
}

extension ReadingStore {
    /// Sets the rollover values of all known counters; hours that are already computed stay as they are. Ignores values
    /// of a home older than the current one, because concurrent callers may overtake each other.
    package func setRollovers(_ rollovers: [SeriesID: Double], asOf revision: Int) {
        guard revision >= rolloverRevision else { return }
        rolloverRevision = revision
        self.rollovers = rollovers
    }

    func counter(of series: SeriesID) -> Counter? {
        series.isCounter ? Counter(rollover: rollovers[series]) : nil
    }

    func rule(of series: SeriesID) -> RollUpParameters {
        RollUpParameters(
            counter: counter(of: series), isPower: series.capability.kind == .power, calendar: dayCalendar)
    }
}

/// Records that are committed together: all of them are on the disk afterwards, or none.
package struct RecordBatch: Sendable {
    package var readings: [ValidReading]
    /// Callers must add only changes whose value differs from the one before, and events.
    package var changes: [StateChange]
    /// The messages that contained the records, and messages without records.
    package var deliveries: [DeliveryFingerprint]
    /// New batches of records that have no time yet.
    package var unclocked: [UnclockedBatch] = []
    /// Unclocked batches with a lower number are released.
    package var releasedBefore: UInt64 = 0

    package init(readings: [ValidReading] = [], changes: [StateChange] = [], deliveries: [DeliveryFingerprint] = []) {
        self.readings = readings
        self.changes = changes
        self.deliveries = deliveries
    }

    package var isEmpty: Bool {
        readings.isEmpty && changes.isEmpty && deliveries.isEmpty && unclocked.isEmpty && releasedBefore == 0
    }
}

/// Identifies a received message, so that its link recognises it when the broker, which has seen no acknowledgement,
/// sends it again.
package struct DeliveryFingerprint: Hashable, Sendable {
    /// The packet identifier of the MQTT message.
    package let packetID: UInt16
    /// A digest of topic and payload, the same in every run of the program.
    package let digest: UInt32

    package init(packetID: UInt16, digest: UInt32) {
        self.packetID = packetID
        self.digest = digest
    }
}

extension ReadingStore {
    /// The number of absences to keep; older ones are deleted.
    static let maximumAbsences = 1000
    /// The number of absences that one query returns at most.
    package static let maximumAbsencesPerQuery = 100

    /// Stores a period during which the gateway was away.
    package func add(_ absence: Absence) async throws(StorageError) {
        try await pool.write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO absence (ended, began) VALUES (?, ?)",
                arguments: [absence.to.milliseconds, absence.from.milliseconds])
            try db.execute(
                sql: """
                    DELETE FROM absence WHERE ended <= (SELECT ended FROM absence ORDER BY ended DESC LIMIT 1 OFFSET ?)
                    """, arguments: [Self.maximumAbsences])
        }
    }

    /// Returns the absences that overlap `from..<to`, oldest first; at most the latest `maximumAbsencesPerQuery`.
    package func absences(from: Timestamp, to: Timestamp) async throws(StorageError) -> [Absence] {
        try await pool.read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT began, ended FROM absence WHERE ended >= ? AND began < ? ORDER BY ended DESC LIMIT ?",
                arguments: [from.milliseconds, to.milliseconds, Self.maximumAbsencesPerQuery]
            ).reversed().map { row in
                Absence(
                    from: Timestamp(milliseconds: try row.decode(forColumn: "began")),
                    to: Timestamp(milliseconds: try row.decode(forColumn: "ended")))
            }
        }
    }
}
