import GRDB
package import HomeModel

extension ReadingStore {
    /// Fresh blocks are sealed at this age, however few readings they have.
    private static let freshFor = Duration.days(1)
    private static let longestInLog = 60
    private static let longestMerge = Duration.milliseconds(25)

    /// Seals when enough is there, at least once an hour, until cancelled.
    ///
    /// `sleep` waits; it is called for a minute at a time.
    package func keepSealing(
        now: @escaping @Sendable () -> Timestamp, sleep: @escaping @Sendable (Duration) async -> Void
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
            mergeFault = try await merge(keys.compactMap { table[$0] }.map { ($0.key, $0.kind, counter(of: $0.id)) })
        } catch {
            mergeFault = error
            throw error
        }
    }

    /// Returns the first damage for which a series was passed over.
    private func merge(_ series: [(Int64, RecordKind, Counter?)]) async throws(StorageError) -> StorageError? {
        var rest = series[...]
        var damage: StorageError?
        // After a transaction that met damage, of which nothing is stored: one by one, up to the series that has it.
        var isSearching = false
        while !rest.isEmpty {
            let (next, damages) = (isSearching ? rest.prefix(1) : rest, damages)
            do throws(StorageError) {
                rest = rest.dropFirst(try await pool.write { db in try Self.merge(next, db, damages) })
            } catch {
                guard case .damaged = error else { throw error }
                if isSearching {
                    damage = damage ?? error
                    rest = rest.dropFirst()
                }
                isSearching.toggle()
            }
            await Task.yield()
        }
        return damage
    }

    /// As many of `series` as there is time for.
    private static func merge(
        _ series: ArraySlice<(Int64, RecordKind, Counter?)>, _ db: Database, _ damages: DamageNotes
    ) throws -> Int {
        let begin = ContinuousClock.now
        var counts = RecordCounts()
        var done = 0
        for (key, kind, counter) in series {
            guard ContinuousClock.now - begin < longestMerge else { break }
            let merge = SeriesMerge(key: key, counter: counter, db: db, damages: damages)
            counts.countReading(kind, -(try merge.sealFresh()))
            done += 1
        }
        try counts.addToTally(db)
        return done
    }

    /// Everything that is stored ends up in sealed blocks.
    package func sealAll() async throws(StorageError) {
        try await seal()
        try await sealFresh(before: Timestamp(milliseconds: .max))
    }

    /// Stores a past, straight into sealed blocks. Returns how many were new; what is there for a time stays.
    package func importReadings(
        _ readings: [Reading], of series: SeriesID, kind: RecordKind
    ) async throws(StorageError) -> Int {
        let sorted = SortedMerge.unique(readings)
        guard let last = sorted.last else { return 0 }
        if table.key(of: series) == nil {
            await beginTurn()
            defer { endTurn() }
            // Somebody else may have added it meanwhile.
            if table.key(of: series) == nil { try await addSeries([series: kind]) }
        }
        guard let key = table.key(of: series) else { return 0 }
        let (counter, damages) = (counter(of: series), damages)
        let added = try await pool.write { db in
            let added = try SeriesMerge(key: key, counter: counter, db: db, damages: damages).insert(sorted)
            var counts = RecordCounts()
            counts.countReading(kind, added)
            try counts.addToTally(db)
            try SeriesTable.noteLast(last, of: key, db)
            return added
        }
        table.noteLast(last, of: key)
        return added
    }

    /// Between two appends: what the complete files hold is then exactly what is taken from memory.
    func startNextLog() async throws(StorageError) {
        await beginTurn()
        defer { endTurn() }
        let isHalfFull = await log.isHalfFull
        guard table.pending.total > 0 || isHalfFull else { return }
        let (held, heldFrom) = heldBatches.logged(table)
        let number = try await log.startNext(
            with: LoggedBatch(deliveries: deliveries, held: held, heldFrom: heldFrom))
        let counts = table.pending
        sealing = PendingRecords(log: number, entries: table.takePending(), counts: counts)
    }

    private func beginSealTurn() async {
        if !sealTurns.take() { await withCheckedContinuation { sealTurns.wait($0) } }
    }
}
