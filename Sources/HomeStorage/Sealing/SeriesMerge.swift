import GRDB
import HomeModel

/// Puts readings of one series into its sealed blocks, and the hours and days that they change into its roll-ups, within
/// the transaction of its caller.
///
/// Works step by step, each at one block and at most a month of hours, so that a caller can end its transaction between
/// two steps. A step takes some 20 ms where a full block is written again.
struct SeriesMerge {
    private static let hoursOfAStep = RollUp.maximumPerBlock

    let key: Int64
    let rule: RollUpRule
    let db: Database
    let damages: DamageNotes

    /// Inserts `readings` (sorted), step by step, at least one step and as many as begin before `deadline`.
    ///
    /// What is there already for a time stays. Returns how many were dealt with, and how many of these are new.
    func insert(
        _ readings: ArraySlice<Reading>, until deadline: ContinuousClock.Instant
    ) throws -> (done: Int, added: Int) {
        var rest = readings
        var added = 0
        repeat {
            let step = try step(of: rest)
            added += try insert(step)
            rest = rest[step.endIndex...]
        } while !rest.isEmpty && ContinuousClock.now < deadline
        return (readings.count - rest.count, added)
    }

    /// Merges the fresh blocks of the series, from the readings behind `position` on. A block's row is deleted once all of
    /// it is merged; until then its readings are there twice, and count twice.
    ///
    /// Returns by how much the stored readings became more (negative: fewer, which were there twice), and up to where
    /// it came; nil when it is done.
    func sealFresh(
        after position: Timestamp?, until deadline: ContinuousClock.Instant
    ) throws -> (change: Int, position: Timestamp?) {
        let blocks = FreshBlocks(db, damages)
        let fresh = try blocks.all(of: key)
        let rest = fresh.readings[(position.map { fresh.readings.place(of: $0 + .milliseconds(1)) } ?? 0)...]
        var (done, added) = (0, 0)
        if !rest.isEmpty { (done, added) = try insert(rest, until: deadline) }
        guard done < rest.count else { return (added - (try blocks.delete(fresh.rows)), nil) }
        let position = rest[rest.startIndex + done - 1].time
        return (added - (try blocks.delete(fresh.rows.filter { $0.last <= position })), position)
    }

    private func insert(_ readings: ArraySlice<Reading>) throws -> Int {
        let added = try SealedSeries<Reading>(key, db, damages).insert(Array(readings))
        if added > 0 { try SeriesRollUps(key, rule, db, damages).update(with: readings) }
        return added
    }

    private func step(of readings: ArraySlice<Reading>) throws -> ArraySlice<Reading> {
        let part = try SealedSeries<Reading>(key, db, damages).firstPart(of: readings)
        var hours = 0
        var end: Timestamp?
        let tooFar = part.firstIndex { reading in
            guard end.map({ reading.time >= $0 }) ?? true else { return false }
            end = reading.time.startOfHour + .hours(1)
            hours += 1
            return hours > Self.hoursOfAStep
        }
        return part[..<(tooFar ?? part.endIndex)]
    }
}
