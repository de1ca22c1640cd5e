import GRDB
import HomeModel

/// Compacts readings of one series into its level-1 blocks and updates its hours and days, within the transaction of
/// its caller.
///
/// Works in steps, each on one block and at most a month of hours, so that a caller can end its transaction between two
/// steps. A step that rewrites a full block takes some 20 ms.
struct SeriesCompaction {
    private static let hoursPerStep = RollUp.maximumPerBlock

    let key: Int64
    let rule: RollUpParameters
    let db: Database
    let damagedBlocks: DamagedBlocks

    /// Inserts `readings` (sorted) in steps: at least one step, and as many as begin before `deadline`.
    ///
    /// An existing reading of the same time stays. Returns how many readings were processed, and how many of them are
    /// new.
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

    /// Compacts the level-0 blocks of the series, from the readings after `position` on. The row of a block is deleted
    /// once all its readings are compacted; until then its readings exist twice and are counted twice.
    ///
    /// Returns the change in the number of stored readings (negative when duplicates were removed), and the position up
    /// to which it came; nil when it is done.
    func compactLevelZero(
        after position: Timestamp?, until deadline: ContinuousClock.Instant
    ) throws -> (change: Int, position: Timestamp?) {
        let blocks = LevelZeroBlocks(db, damagedBlocks: damagedBlocks)
        let levelZero = try blocks.all(of: key)
        let rest = levelZero.readings[
            (position.map { levelZero.readings.lowerBound(of: $0 + .milliseconds(1)) } ?? 0)...]
        var (done, added) = (0, 0)
        if !rest.isEmpty { (done, added) = try insert(rest, until: deadline) }
        guard done < rest.count else { return (added - (try blocks.delete(levelZero.rows)), nil) }
        let position = rest[rest.startIndex + done - 1].time
        return (added - (try blocks.delete(levelZero.rows.filter { $0.last <= position })), position)
    }

    private func insert(_ readings: ArraySlice<Reading>) throws -> Int {
        let added = try SortedRun<Reading>(key, in: db, damagedBlocks: damagedBlocks).insert(Array(readings))
        if added > 0 {
            try RollUpMaintenance(key, rule: rule, in: db, damagedBlocks: damagedBlocks).update(with: readings)
        }
        return added
    }

    private func step(of readings: ArraySlice<Reading>) throws -> ArraySlice<Reading> {
        let part = try SortedRun<Reading>(key, in: db, damagedBlocks: damagedBlocks).firstPart(of: readings)
        var hours = 0
        var end: Timestamp?
        let tooFar = part.firstIndex { reading in
            guard end.map({ reading.time >= $0 }) ?? true else { return false }
            end = reading.time.startOfHour + .hours(1)
            hours += 1
            return hours > Self.hoursPerStep
        }
        return part[..<(tooFar ?? part.endIndex)]
    }
}
