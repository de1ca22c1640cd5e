import Foundation
import GRDB
package import HomeModel

/// The history: readings and state changes, each stored once per series and time.
///
/// What is new goes to `ReadingLog` and into memory; from there into fresh blocks, many series at once; from there each
/// series into sealed blocks. Questions look at all of them.
package actor ReadingStore {
    /// As many readings in memory are sealed; they fill about 2 MB, and their log is read in some 20 ms at a start.
    static let sealedTogether = 131_072
    /// At least as many as a link may leave unanswered.
    package static let rememberedDeliveries = 4096

    let pool: SQLitePool
    let damages: DamageNotes
    /// Findings of the opening, one sentence each.
    nonisolated let openingNotes: [String]

    var table: SeriesTable
    /// What leaves the log at this moment; a failed attempt leaves it here for the next.
    var sealing: PendingRecords?
    /// Why the last sealing failed; nil after one that worked.
    package var sealingFault: StorageError? { logFault ?? mergeFault }
    /// Of what is in the log.
    var logFault: StorageError?
    /// In which calendar the days of the series are stored; nil while none are.
    var dayCalendar: DayCalendar?
    /// Of what is in fresh blocks.
    var mergeFault: StorageError?
    /// The latest deliveries that are on disk, oldest first.
    package private(set) var deliveries: [Delivery]
    /// What waits for the clock and is in no series yet.
    private(set) var heldBatches = HeldBatches()

    let log: ReadingLog
    /// How many imports into a series are under way.
    var importing: [SeriesID: Int] = [:]
    /// Where counters run over that say so.
    private var rollovers: [SeriesID: Double] = [:]
    private var turns = Turns()
    var sealTurns = Turns()
    let (due, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// Reads what the log still holds.
    init(pool: SQLitePool, folder: LogFolder, damages: DamageNotes) throws(StorageError) {
        self.pool = pool
        self.damages = damages
        let (table, sealed, zone) = try StorageError.translating {
            try pool.connections.read { db in
                (
                    try SeriesTable(db), try Int64.fetchOne(db, sql: "SELECT sealed FROM reading_log") ?? 0,
                    try BuiltDays.zone(db)
                )
            }
        }
        dayCalendar = zone.flatMap(DayCalendar.init(key:))
        let opened = try ReadingLog.open(in: folder, sealed: UInt64(bitPattern: sealed))
        self.table = table
        log = opened.log
        deliveries = opened.batches.flatMap(\.deliveries).suffix(Self.rememberedDeliveries)
        for batch in opened.batches {
            self.table.take(batch)
            heldBatches.take(batch.held.map { [table = self.table] in $0.batch(table) }, from: batch.heldFrom)
        }
        let strays = self.table.strays
        openingNotes =
            opened.notes + (strays == 0 ? [] : ["\(strays) new readings are of series that the database has lost."])
    }

    /// Stores all of it durably, or nothing when it throws.
    ///
    /// What is already there for a series and time stays. Changes of capabilities that are not recorded are passed over.
    package func append(_ batch: RecordBatch) async throws(StorageError) {
        guard !batch.isEmpty else { return }
        await beginTurn()
        defer { turns.pass() }
        addSeries(of: batch)
        let held = heldBatches.numbered(batch.held)
        let logged = logged(batch, held)
        do {
            try await log.append(logged)
        } catch {
            guard error == .notSealed else { throw error }
            signal.yield()
            throw sealingFault ?? error
        }
        table.take(logged)
        if !held.isEmpty || batch.heldFrom > 0 { heldBatches.take(held, from: batch.heldFrom) }
        if !batch.deliveries.isEmpty {
            deliveries = (deliveries + batch.deliveries).suffix(Self.rememberedDeliveries)
        }
        if table.pending.total >= Self.sealedTogether { signal.yield() }
    }

    /// What waits for the clock, oldest first.
    package var held: [HeldBatch] { heldBatches.all }

    /// How many records that are.
    package var heldCount: Int { heldBatches.recordCount }

    /// How much is stored; takes no longer with more of it. Records that came twice count twice until they are sealed.
    package func counts() async throws(StorageError) -> RecordCounts {
        let pending = table.pending + (sealing?.counts ?? RecordCounts())
        return try await pool.read(RecordCounts.tally) + pending
    }

    /// The series of a device that were ever written to.
    package func series(of device: DeviceID) -> [SeriesID] {
        table.entries.map(\.id).filter { $0.device == device }
            .sorted { ($0.part, $0.capability.description) < ($1.part, $1.capability.description) }
    }

    /// Blocks that turned out damaged since the start; what is around them is served.
    package var damagedStretches: [DamagedStretch] {
        damages.all.map { DamagedStretch(series: table[$0.series]?.id, first: $0.row.first, last: $0.row.last) }
            .sorted { $0.first < $1.first }
    }

    nonisolated func close() { log.close() }

    // MARK: The steps of an append

    /// The log knows series by keys. New ones get theirs here and their rows when they are sealed, so that storing never
    /// waits for the database.
    private func addSeries(of batch: RecordBatch) {
        for reading in batch.readings { _ = table.entry(of: reading.series, kind: reading.kind) }
        for change in batch.changes {
            guard case .stateChange(let kind) = change.series.capability.kind.facts.recording else { continue }
            _ = table.entry(of: change.series, kind: kind)
        }
        for record in batch.held.lazy.flatMap(\.records) {
            guard let kind = record.series.recordKind else { continue }
            _ = table.entry(of: record.series, kind: kind)
        }
    }

    private func logged(_ batch: RecordBatch, _ held: [HeldBatch]) -> LoggedBatch {
        var logged = LoggedBatch(
            deliveries: batch.deliveries, held: held.map { LoggedHeldBatch($0, table) }, heldFrom: batch.heldFrom)
        logged.readings.reserveCapacity(batch.readings.count)
        for reading in batch.readings {
            guard let key = table.key(of: reading.series) else { continue }
            logged.readings.append((key, reading.reading))
        }
        for change in batch.changes {
            // Only numbers that are not finite have no text; one of them must not hold up its batch for ever.
            guard case .stateChange = change.series.capability.kind.facts.recording,
                let key = table.key(of: change.series), let value = try? StoredText.encode(change.value)
            else { continue }
            logged.changes.append((key, StoredChange(time: change.time, value: value)))
        }
        logged.names = table.names(of: logged.keys)
        return logged
    }

    func beginTurn() async {
        if !turns.take() { await withCheckedContinuation { turns.wait($0) } }
    }

    func endTurn() { turns.pass() }
}

extension SeriesID {
    /// Nil for what is not recorded.
    fileprivate var recordKind: RecordKind? {
        switch capability.kind.facts.recording {
        case .reading(let kind), .stateChange(let kind): kind
        case .none: nil
        }
    }
}

extension ReadingStore {
    /// Where counters run over, of all that is known; hours that are already counted stay as they are.
    package func know(rollovers: [SeriesID: Double]) { self.rollovers = rollovers }

    func counter(of series: SeriesID) -> Counter? {
        series.isCounter ? Counter(rollover: rollovers[series]) : nil
    }

    func rule(of series: SeriesID) -> RollUpRule {
        RollUpRule(
            counter: counter(of: series), isPower: series.capability.kind == .power, calendar: dayCalendar)
    }
}
