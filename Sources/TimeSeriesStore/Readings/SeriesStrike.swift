import GRDB
import HomeModel

/// Strikes out or restores readings of one series within the transaction of the caller.
struct SeriesStrike {
    let key: Int64
    let kind: RecordKind
    let rule: RollUpParameters
    let db: Database
    let damagedBlocks: DamagedBlocks

    /// The result of one transaction.
    struct Part {
        /// The time to continue from; nil at the end.
        var next: Timestamp?
        /// The strike that contains the readings; nil when none was removed yet.
        var strike: Int64?
        var count = 0
    }

    /// Removes matching readings, a day at a time, until `deadline`. The strike is created with its first readings, so
    /// that there is no empty strike.
    func strikeOut(
        _ query: StrikeQuery, from start: Timestamp, into strike: Int64?, at now: Timestamp,
        until deadline: ContinuousClock.Instant
    ) throws -> Part {
        let (levelOne, strikes) = (SortedRun<Reading>(key, in: db, damagedBlocks: damagedBlocks), StrikeTable(db))
        var part = Part(next: nil, strike: strike)
        var position = start
        repeat {
            guard let next = try levelOne.first(from: position)?.time, next < query.to else { return part }
            let end = min(next.startOfHour + .days(1), query.to)
            let struck = try levelOne.remove(from: max(next, position), to: end, where: query.matches)
            if !struck.isEmpty {
                let id = try part.strike ?? strikes.add(query.series, at: now)
                try strikes.keep(struck, in: id)
                part.strike = id
                part.count += struck.count
            }
            try rebuild(around: struck)
            var counts = RecordCounts()
            counts.countReading(kind, count: -struck.count)
            try counts.addToTally(db)
            position = end
        } while position < query.to && ContinuousClock.now < deadline
        part.next = position < query.to ? position : nil
        return part
    }

    /// Stores the newest reading of the tables in the row of the series. Returns the newest of these and `unflushed`.
    func storeLast(_ unflushed: [Reading]) throws -> Reading? {
        let end = Timestamp(milliseconds: .max)
        let stored = try SeriesReader(key, unflushed: [], in: db, damagedBlocks: damagedBlocks).last(before: end)
        try db.execute(
            sql: "UPDATE series SET last_time = ?, last_value = ? WHERE id = ?",
            arguments: [stored?.time.milliseconds, stored?.value, key])
        return try SeriesReader(key, unflushed: unflushed, in: db, damagedBlocks: damagedBlocks).last(before: end)
    }

    /// Puts readings back until `deadline`. Returns the number of new readings and the last reading; nil when none were
    /// left.
    func restore(
        _ id: Int64, atMost limit: Int, until deadline: ContinuousClock.Instant
    ) throws -> (added: Int, last: Reading)? {
        let strikes = StrikeTable(db)
        let readings = try strikes.readings(of: id, atMost: limit)
        guard !readings.isEmpty else {
            try strikes.remove(id)
            return nil
        }
        let merge = SeriesCompaction(key: key, rule: rule, db: db, damagedBlocks: damagedBlocks)
        let (done, added) = try merge.insert(readings[...], until: deadline)
        let last = readings[done - 1]
        try strikes.deleteReadings(of: id, through: last.time)
        try SeriesTable.updateLast(last, of: key, in: db)
        var counts = RecordCounts()
        counts.countReading(kind, count: added)
        try counts.addToTally(db)
        return (added, last)
    }

    /// Rebuilds the hours of `struck` (sorted by time), in runs of adjacent hours.
    private func rebuild(around struck: [Reading]) throws {
        let rollUps = RollUpMaintenance(key, rule: rule, in: db, damagedBlocks: damagedBlocks)
        var run: Range<Timestamp>?
        for reading in struck {
            let hour = reading.time.startOfHour
            if let open = run, hour <= open.upperBound {
                run = open.lowerBound..<max(open.upperBound, hour + .hours(1))
            } else {
                if let run { try rollUps.rebuild(run, keepingIncompleteHours: false) }
                run = hour..<(hour + .hours(1))
            }
        }
        if let run { try rollUps.rebuild(run, keepingIncompleteHours: false) }
    }
}
