import GRDB
package import HomeModel

extension ReadingStore {
    /// More readings than that are not struck out at once.
    package static let mostStruck = 1_000_000
    private static let page = 10_000

    /// What a strike would take out now. Counts no further than one beyond `mostStruck`.
    package func preview(_ query: StrikeQuery) async throws(StorageError) -> StruckReadings {
        var found = StruckReadings()
        var position = query.from
        while position < query.to, found.count <= Self.mostStruck {
            let page = try await readings(
                of: query.series, from: position, to: query.to, notBefore: Timestamp(milliseconds: .min),
                limit: Self.page)
            for reading in page where query.matches(reading) { found.add(reading) }
            guard page.count == Self.page, let last = page.last else { break }
            position = last.time + .milliseconds(1)
        }
        return found
    }

    /// Takes the readings out of the history and keeps them aside. Roll-ups are computed again with each part.
    ///
    /// Works in transactions of about `mergeBudget`; each is complete in itself. After an interruption the strike holds
    /// what was taken out by then, and can be restored. Nil when there is nothing to take out.
    package func strike(_ query: StrikeQuery, at now: Timestamp) async throws(InterruptedChange) -> Strike? {
        var done = 0
        do throws(StorageError) {
            try await sealAll()
            guard let entry = table[query.series] else { return nil }
            let (rule, damages, kind) = (rule(of: query.series), damages, entry.kind)
            var id: Int64?
            var position: Timestamp? = query.from
            while let start = position {
                let known = id
                // The newest reading of the series is another one if it is struck out.
                let last = table[query.series]?.last.flatMap { query.matches($0) ? $0 : nil }
                let pending = table[query.series].map(pending) ?? []
                let (part, newest) = try await pool.write { db in
                    let strike = SeriesStrike(key: entry.key, kind: kind, rule: rule, db: db, damages: damages)
                    let part = try strike.take(
                        query, from: start, into: known, at: now, until: .now + Self.mergeBudget)
                    return (part, last == nil ? nil : try strike.storeLast(pending))
                }
                // What arrived meanwhile is newer, and noted already.
                if let last, table[query.series]?.last == last { table.replaceLast(newest, of: entry.key) }
                (position, id) = (part.next, part.strike)
                done += part.count
                await Task.yield()
            }
            guard let strike = id else { return nil }
            return try await pool.read { db in try StrikeTable(db).all(strike).first }
        } catch {
            throw InterruptedChange(cause: error, done: done)
        }
    }

    /// All strikes that hold something, the newest first.
    package func strikes() async throws(StorageError) -> [Strike] {
        try await pool.read { db in try StrikeTable(db).all() }
    }

    package func strike(_ id: Int64) async throws(StorageError) -> Strike? {
        try await pool.read { db in try StrikeTable(db).all(id).first }
    }

    /// Puts the readings of a strike back. What has been stored for their times meanwhile stays. Returns how many are
    /// back.
    package func restore(_ strike: Strike, kind: RecordKind) async throws(InterruptedChange) -> Int {
        // A series keeps its row as long as it has a strike, see `releaseRetiredDevices`.
        guard let key = table.key(of: strike.series) else { return 0 }
        let (rule, damages) = (rule(of: strike.series), damages)
        var restored = 0
        while true {
            let step: (added: Int, last: Reading)?
            do throws(StorageError) {
                step = try await pool.write { db in
                    try SeriesStrike(key: key, kind: kind, rule: rule, db: db, damages: damages)
                        .restore(strike.id, atMost: Self.page, until: .now + Self.mergeBudget)
                }
            } catch {
                throw InterruptedChange(cause: error, done: restored)
            }
            guard let step else { return restored }
            restored += step.added
            table.noteLast(step.last, of: key)
            await Task.yield()
        }
    }
}

/// A change of several transactions failed; those before the last are kept.
package struct InterruptedChange: Error {
    package let cause: StorageError
    /// How many readings are changed nevertheless.
    package let done: Int
}

/// One series while readings are taken out of it or put back, within the transaction of the caller.
struct SeriesStrike {
    let key: Int64
    let kind: RecordKind
    let rule: RollUpRule
    let db: Database
    let damages: DamageNotes

    /// What one transaction took out.
    struct Part {
        /// Where to go on; nil at the end.
        var next: Timestamp?
        /// The strike that holds it; nil when nothing was taken out yet.
        var strike: Int64?
        var count = 0
    }

    /// Takes out what matches, a day at a time, until `deadline`. A strike is added with the first readings that it holds,
    /// so that there is none that holds nothing.
    func take(
        _ query: StrikeQuery, from start: Timestamp, into strike: Int64?, at now: Timestamp,
        until deadline: ContinuousClock.Instant
    ) throws -> Part {
        let (sealed, strikes) = (SealedSeries<Reading>(key, db, damages), StrikeTable(db))
        var part = Part(next: nil, strike: strike)
        var position = start
        repeat {
            guard let next = try sealed.first(from: position)?.time, next < query.to else { return part }
            let end = min(next.startOfHour + .days(1), query.to)
            let struck = try sealed.remove(from: max(next, position), to: end, where: query.matches)
            if !struck.isEmpty {
                let id = try part.strike ?? strikes.add(query.series, at: now)
                try strikes.keep(struck, in: id)
                part.strike = id
                part.count += struck.count
            }
            try rebuild(around: struck)
            var counts = RecordCounts()
            counts.countReading(kind, -struck.count)
            try counts.addToTally(db)
            position = end
        } while position < query.to && ContinuousClock.now < deadline
        part.next = position < query.to ? position : nil
        return part
    }

    /// Stores which reading of the series is the newest in the database. Returns the newest of these and `pending`.
    func storeLast(_ pending: [Reading]) throws -> Reading? {
        let end = Timestamp(milliseconds: .max)
        let stored = try SeriesReader(key, pending: [], db, damages).last(before: end)
        try db.execute(
            sql: "UPDATE series SET last_time = ?, last_value = ? WHERE id = ?",
            arguments: [stored?.time.milliseconds, stored?.value, key])
        return try SeriesReader(key, pending: pending, db, damages).last(before: end)
    }

    /// Puts readings back until `deadline`. Returns how many are new, and the last of them; nil when none were left.
    func restore(
        _ id: Int64, atMost limit: Int, until deadline: ContinuousClock.Instant
    ) throws -> (added: Int, last: Reading)? {
        let strikes = StrikeTable(db)
        let readings = try strikes.readings(of: id, atMost: limit)
        guard !readings.isEmpty else {
            try strikes.remove(id)
            return nil
        }
        let merge = SeriesMerge(key: key, rule: rule, db: db, damages: damages)
        let (done, added) = try merge.insert(readings[...], until: deadline)
        let last = readings[done - 1]
        try strikes.forget(of: id, through: last.time)
        try SeriesTable.noteLast(last, of: key, db)
        var counts = RecordCounts()
        counts.countReading(kind, added)
        try counts.addToTally(db)
        return (added, last)
    }

    /// The hours of `struck`, which are in the order of time, in runs of hours that touch.
    private func rebuild(around struck: [Reading]) throws {
        let rollUps = SeriesRollUps(key, rule, db, damages)
        var run: Range<Timestamp>?
        for reading in struck {
            let hour = reading.time.startOfHour
            if let open = run, hour <= open.upperBound {
                run = open.lowerBound..<max(open.upperBound, hour + .hours(1))
            } else {
                if let run { try rollUps.rebuild(run, keepingLost: false) }
                run = hour..<(hour + .hours(1))
            }
        }
        if let run { try rollUps.rebuild(run, keepingLost: false) }
    }
}
