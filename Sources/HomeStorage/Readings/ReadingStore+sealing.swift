package import Foundation
import GRDB
package import HomeModel

extension ReadingStore {
    /// Fresh blocks are sealed at this age, however few readings they have.
    private static let freshFor = Duration.days(1)
    private static let longestInLog = 60
    /// A transaction that merges or imports begins no further step behind this, so others wait at most so long and one
    /// step of `SeriesMerge`.
    static let mergeBudget = Duration.milliseconds(25)

    /// Seals when enough is there, at least once an hour, until cancelled.
    ///
    /// Stores the days of the home, whose zone is `zone`, as `buildDays(in:)` says: at the beginning, and every hour what
    /// is missing. `sleep` waits; it is called for an hour at most.
    package func keepSealing(
        now: @escaping @Sendable () -> Timestamp, zone: TimeZone,
        sleep: @escaping @Sendable (Duration) async -> Void
    ) async {
        await withTaskGroup { group in
            group.addTask { [signal] in
                var minutes = 0
                while !Task.isCancelled {
                    await sleep(.seconds(60))
                    minutes += 1
                    let isWaiting = await self.logFault != nil
                    if isWaiting || minutes % Self.longestInLog == 0 { signal.yield() }
                }
            }
            group.addTask {
                while !Task.isCancelled {
                    // What fails is tried again, and hours are added up until it works.
                    try? await self.buildDays(in: zone)
                    await sleep(.hours(1))
                }
            }
            for await _ in due { await sealDue(now()) }
            group.cancelAll()
        }
    }

    private func sealDue(_ now: Timestamp) async {
        do throws(StorageError) {
            try await seal()
            try await sealFresh(before: now - Self.freshFor)
        } catch {
            // `sealingFault` says so; what waits is tried again.
        }
    }

    /// Takes what the log holds into fresh blocks. When it throws, it stays in the log, to be tried again.
    package func seal() async throws(StorageError) {
        await beginSealTurn()
        defer { sealTurns.pass() }
        do throws(StorageError) {
            if sealing == nil { try await startNextLog() }
            guard let records = sealing else { return }
            let damages = damages
            try await pool.write { db in try records.seal(db, damages) }
            table.note(records.names.map(\.key), areStored: true)
            sealing = nil
            logFault = nil
            await log.release(through: records.log)
        } catch {
            logFault = error
            throw error
        }
    }

    /// Puts the fresh blocks of each series that has enough, or something from before `time`, into its sealed ones.
    ///
    /// Many series share a transaction, and with it the pages that are written, but not for long: others get their turn.
    /// A series whose pages are damaged is passed over; `sealingFault` says so.
    func sealFresh(before time: Timestamp) async throws(StorageError) {
        await beginSealTurn()
        defer { sealTurns.pass() }
        do throws(StorageError) {
            let damages = damages
            let keys = try await pool.read { db in try FreshBlocks(db, damages).due(before: time) }
            mergeFault = try await merge(keys.compactMap { table[$0] }.map { ($0.key, $0.kind, rule(of: $0.id)) })
        } catch {
            mergeFault = error
            throw error
        }
    }

    /// Returns the first damage for which a series was passed over.
    private func merge(_ series: [(Int64, RecordKind, RollUpRule)]) async throws(StorageError) -> StorageError? {
        var rest = MergeProgress(series: series[...])
        var damage: StorageError?
        // After a transaction that met damage, of which nothing is stored: one by one, up to the series that has it.
        var isSearching = false
        while !rest.series.isEmpty {
            let (next, isAlone, damages) = (rest, isSearching, damages)
            do throws(StorageError) {
                rest = try await pool.write { db in try next.merged(isAlone: isAlone, db, damages) }
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

    /// Everything that is stored ends up in sealed blocks.
    package func sealAll() async throws(StorageError) {
        try await seal()
        try await sealFresh(before: Timestamp(milliseconds: .max))
    }

    /// Stores a past, straight into sealed blocks. Returns how many were new; what is there for a time stays.
    ///
    /// Works in transactions of about `mergeBudget`, between which others write. When it throws, some of the readings
    /// may be stored; it may be called with all of them again.
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
            let (new, rule, damages) = (rest, rule(of: series), damages)
            // Memory before the tables: what is sealed in between is found twice, and not missed.
            let pending = pending(of: entry)
            let (done, added) = try await pool.write { db in
                try Self.store(new, of: entry, besides: pending, rule, db, damages)
            }
            if added > 0 { table.note([entry.key], areStored: true) }
            total += added
            let last = rest[rest.startIndex + done - 1]
            rest = rest.dropFirst(done)
            table.noteLast(last, of: entry.key)
            await Task.yield()
        }
        return total
    }

    /// Stores the first of `readings` in one transaction. Those of a time for which a reading waits to be sealed, be it
    /// in memory (`pending`) or in fresh blocks, are passed over: that one was there first.
    private static func store(
        _ readings: ArraySlice<Reading>, of entry: SeriesTable.Entry, besides pending: [Reading],
        _ rule: RollUpRule, _ db: Database, _ damages: DamageNotes
    ) throws -> (done: Int, added: Int) {
        guard let first = readings.first?.time, let last = readings.last?.time else { return (readings.count, 0) }
        let unsealed = try SeriesReader(entry.key, pending: pending, db, damages)
            .unsealed(from: first, to: last + .milliseconds(1))
        let known = Set(unsealed.map(\.time))
        let new = known.isEmpty ? readings : readings.filter { !known.contains($0.time) }[...]
        guard !new.isEmpty else { return (readings.count, 0) }
        if !entry.isStored {
            try SeriesTable.insert([LoggedSeries(key: entry.key, id: entry.id, kind: entry.kind)], db)
        }
        let merge = SeriesMerge(key: entry.key, rule: rule, db: db, damages: damages)
        let (done, added) = try merge.insert(new, until: .now + mergeBudget)
        var counts = RecordCounts()
        counts.countReading(entry.kind, added)
        try counts.addToTally(db)
        let through = new[new.startIndex + done - 1]
        try SeriesTable.noteLast(through, of: entry.key, db)
        return (done == new.count ? readings.count : readings.place(of: through.time) - readings.startIndex + 1, added)
    }

    /// Between two appends: what the complete files hold is then exactly what is taken from memory.
    func startNextLog() async throws(StorageError) {
        await beginTurn()
        defer { endTurn() }
        let isHalfFull = await log.isHalfFull
        guard table.pending.total > 0 || isHalfFull else { return }
        let (held, heldFrom) = heldBatches.logged(table)
        var batch = LoggedBatch(deliveries: deliveries, held: held, heldFrom: heldFrom)
        batch.names = table.names(of: batch.keys)
        let number = try await log.startNext(with: batch)
        let counts = table.pending
        let names = table.names(of: table.entries.lazy.map(\.key))
        sealing = PendingRecords(log: number, entries: table.takePending(), counts: counts, names: names)
    }

    func beginSealTurn() async {
        if !sealTurns.take() { await withCheckedContinuation { sealTurns.wait($0) } }
    }
}

/// The series that are being merged, from one transaction to the next.
private struct MergeProgress {
    private(set) var series: ArraySlice<(key: Int64, kind: RecordKind, rule: RollUpRule)>
    /// Up to where the first one is merged.
    private var position: Timestamp?

    init(series: ArraySlice<(Int64, RecordKind, RollUpRule)>) {
        self.series = series.map { (key: $0.0, kind: $0.1, rule: $0.2) }[...]
    }

    /// What is left after one transaction; `isAlone`: that is about the first series only.
    func merged(isAlone: Bool, _ db: Database, _ damages: DamageNotes) throws -> MergeProgress {
        let deadline = ContinuousClock.now + ReadingStore.mergeBudget
        var left = self
        var counts = RecordCounts()
        repeat {
            guard let (key, kind, rule) = left.series.first else { break }
            let merge = SeriesMerge(key: key, rule: rule, db: db, damages: damages)
            let (change, position) = try merge.sealFresh(after: left.position, until: deadline)
            counts.countReading(kind, change)
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
