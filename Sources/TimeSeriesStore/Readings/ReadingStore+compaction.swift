import SQLiteDatabase
import Concurrency
package import Foundation
import GRDB
package import HomeModel

extension ReadingStore {
    /// Level-0 blocks are compacted at this age, however few readings they have.
    private static let levelZeroMaximumAge = Duration.days(1)
    private static let minutesBetweenFlushes = 60
    /// A transaction that compacts or imports starts no further step after this time, so others wait at most so long
    /// plus one step of `SeriesCompaction`.
    static let compactionBudget = Duration.milliseconds(25)

    /// Flushes and compacts when there is enough data, at least once an hour, until cancelled.
    ///
    /// Also calls `buildDays(in:)` at the start and every hour, to store missing days. `zone` returns the time zone of
    /// the home; after a change, queries add up hours until the days are built again. `sleep` waits; it is called for
    /// an hour at most.
    package func runFlushesAndCompactions(
        now: @escaping @Sendable () -> Timestamp, zone: @escaping @Sendable () async -> TimeZone,
        sleep: @escaping @Sendable (Duration) async -> Void
    ) async {
        await withTaskGroup { group in
            group.addTask { [signal] in
                var minutes = 0
                while !Task.isCancelled {
                    await sleep(.seconds(60))
                    minutes += 1
                    let isWaiting = await self.flushError != nil
                    if isWaiting || minutes % Self.minutesBetweenFlushes == 0 { signal.yield() }
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    // A failed attempt is repeated; until then queries add up hours.
                    try? await self.buildDays(in: zone())
                    await sleep(.hours(1))
                }
            }
            for await _ in due { await flushAndCompactDue(now()) }
            group.cancelAll()
        }
    }

    private func flushAndCompactDue(_ now: Timestamp) async {
        do throws(StorageError) {
            try await flush()
            try await compactLevelZero(before: now - Self.levelZeroMaximumAge)
        } catch {
            // `flushOrCompactionError` reports the error; the data is kept for the next attempt.
        }
    }

    /// Flushes the memtable: writes its readings to level-0 blocks and its state changes to rows, and recycles the
    /// files of the log. When it throws, the records stay in the log for the next attempt.
    package func flush() async throws(StorageError) {
        await compactionLock.acquire()
        defer { compactionLock.release() }
        do throws(StorageError) {
            if flushing == nil { try await rotateLog() }
            guard let records = flushing else { return }
            let damagedBlocks = damagedBlocks
            try await pool.write { db in try records.flush(db, damagedBlocks: damagedBlocks) }
            table.markStored(records.names.map(\.key), areStored: true)
            flushing = nil
            flushError = nil
            await log.recycle(through: records.log)
        } catch {
            flushError = error
            throw error
        }
    }

    /// Compacts level-0 blocks into level-1 blocks, for each series that has enough readings, or any from before
    /// `time`.
    ///
    /// Many series share a transaction and thus the pages that it writes, but only for a short time, so that others can
    /// write in between. A series with damaged pages is skipped; `flushOrCompactionError` reports it.
    func compactLevelZero(before time: Timestamp) async throws(StorageError) {
        await compactionLock.acquire()
        defer { compactionLock.release() }
        do throws(StorageError) {
            let damagedBlocks = damagedBlocks
            let keys = try await pool.read { db in
                try LevelZeroBlocks(db, damagedBlocks: damagedBlocks).due(before: time)
            }
            compactionError = try await merge(keys.compactMap { table[$0] }.map { ($0.key, $0.kind, rule(of: $0.id)) })
        } catch {
            compactionError = error
            throw error
        }
    }

    /// Returns the first damage for which a series was skipped.
    private func merge(_ series: [(Int64, RecordKind, RollUpParameters)]) async throws(StorageError) -> StorageError? {
        var rest = CompactionProgress(series: series[...])
        var damage: StorageError?
        // A transaction that met damage stores nothing; afterwards one series at a time is compacted, up to the damaged
        // one.
        var isSearching = false
        while !rest.series.isEmpty {
            let (next, isAlone, damagedBlocks) = (rest, isSearching, damagedBlocks)
            do throws(StorageError) {
                rest = try await pool.write { db in try next.merged(isAlone: isAlone, db, damagedBlocks: damagedBlocks)
                }
            } catch {
                guard case .damaged = error else { throw error }
                if isSearching {
                    damage = damage ?? error
                    rest.skip()
                }
                isSearching.toggle()
            }
            await Task.yield()
        }
        return damage
    }

    /// Flushes and compacts everything, so that all readings are in level-1 blocks.
    package func flushAndCompactAll() async throws(StorageError) {
        try await flush()
        try await compactLevelZero(before: Timestamp(milliseconds: .max))
    }

    /// Imports past readings directly into level-1 blocks. Returns the number of new readings; an existing reading of
    /// the same time stays.
    ///
    /// Works in transactions of about `compactionBudget`, between which others can write. When it throws, some of the
    /// readings may be stored; the call may be repeated with all of them.
    package func importReadings(
        _ readings: [Reading], of series: SeriesID, kind: RecordKind
    ) async throws(StorageError) -> Int {
        var rest = SortedMerge.unique(readings)[...]
        guard !rest.isEmpty else { return 0 }
        importing[series, default: 0] += 1
        defer { importing[series, default: 1] -= 1 }
        _ = table.entry(of: series, kind: kind)
        var total = 0
        while !rest.isEmpty, let entry = table[series] {
            let (new, rule, damagedBlocks) = (rest, rule(of: series), damagedBlocks)
            // The memtable is read before the tables: readings that are flushed in between are found twice, and none is
            // missed.
            let unflushed = unflushed(of: entry)
            let (done, added) = try await pool.write { db in
                try Self.store(new, of: entry, besides: unflushed, rule: rule, in: db, damagedBlocks: damagedBlocks)
            }
            if added > 0 { table.markStored([entry.key], areStored: true) }
            total += added
            let last = rest[rest.startIndex + done - 1]
            rest = rest.dropFirst(done)
            table.updateLast(last, of: entry.key)
            await Task.yield()
        }
        return total
    }

    /// Imports the first of `readings` in one transaction. Skips readings for whose time the memtable (`unflushed`) or a
    /// level-0 block has a reading, because that one was first.
    private static func store(
        _ readings: ArraySlice<Reading>, of entry: SeriesTable.Entry, besides unflushed: [Reading],
        rule: RollUpParameters, in db: Database, damagedBlocks: DamagedBlocks
    ) throws -> (done: Int, added: Int) {
        guard let first = readings.first?.time, let last = readings.last?.time else { return (readings.count, 0) }
        let uncompacted = try SeriesReader(entry.key, unflushed: unflushed, in: db, damagedBlocks: damagedBlocks)
            .uncompacted(from: first, to: last + .milliseconds(1))
        let known = Set(uncompacted.map(\.time))
        let new = known.isEmpty ? readings : readings.filter { !known.contains($0.time) }[...]
        guard !new.isEmpty else { return (readings.count, 0) }
        if !entry.isStored {
            try SeriesTable.insert([LoggedSeries(key: entry.key, id: entry.id, kind: entry.kind)], in: db)
        }
        let merge = SeriesCompaction(key: entry.key, rule: rule, db: db, damagedBlocks: damagedBlocks)
        let (done, added) = try merge.insert(new, until: .now + compactionBudget)
        var counts = RecordCounts()
        counts.countReading(entry.kind, count: added)
        try counts.addToTally(db)
        let through = new[new.startIndex + done - 1]
        try SeriesTable.updateLast(through, of: entry.key, in: db)
        return (
            done == new.count ? readings.count : readings.lowerBound(of: through.time) - readings.startIndex + 1, added
        )
    }

    /// Runs between two appends, so that the complete files contain exactly the records that are taken from the
    /// memtable.
    func rotateLog() async throws(StorageError) {
        await appendLock.acquire()
        defer { appendLock.release() }
        let isHalfFull = await log.isHalfFull
        guard table.unflushed.total > 0 || isHalfFull else { return }
        let (unclocked, releasedBefore) = unclockedBatches.logged(table)
        var batch = LoggedBatch(deliveries: deliveries, unclocked: unclocked, releasedBefore: releasedBefore)
        batch.names = table.names(of: batch.keys)
        let number = try await log.rotate(with: batch)
        let counts = table.unflushed
        let names = table.names(of: table.entries.lazy.map(\.key))
        flushing = ImmutableMemtable(log: number, entries: table.drainMemtable(), counts: counts, names: names)
    }
}

/// The series that are being compacted, from one transaction to the next.
private struct CompactionProgress {
    private(set) var series: ArraySlice<(key: Int64, kind: RecordKind, rule: RollUpParameters)>
    /// The time up to which the first series is compacted.
    private var position: Timestamp?

    init(series: ArraySlice<(Int64, RecordKind, RollUpParameters)>) {
        self.series = series.map { (key: $0.0, kind: $0.1, rule: $0.2) }[...]
    }

    /// Returns the rest after one transaction. With `isAlone` the transaction compacts only the first series.
    func merged(isAlone: Bool, _ db: Database, damagedBlocks: DamagedBlocks) throws -> CompactionProgress {
        let deadline = ContinuousClock.now + ReadingStore.compactionBudget
        var left = self
        var counts = RecordCounts()
        repeat {
            guard let (key, kind, rule) = left.series.first else { break }
            let merge = SeriesCompaction(key: key, rule: rule, db: db, damagedBlocks: damagedBlocks)
            let (change, position) = try merge.compactLevelZero(after: left.position, until: deadline)
            counts.countReading(kind, count: change)
            left.position = position
            if position == nil { left.series.removeFirst() }
        } while !isAlone && ContinuousClock.now < deadline
        try counts.addToTally(db)
        return left
    }

    mutating func skip() {
        series.removeFirst()
        position = nil
    }
}
