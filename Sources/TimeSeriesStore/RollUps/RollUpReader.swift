import GRDB
import HomeModel

/// Reads the roll-ups of one series in one read transaction, including readings that are not compacted yet.
struct RollUpReader {
    private let key: Int64
    private let rule: RollUpParameters
    private let db: Database
    private let damagedBlocks: DamagedBlocks
    private let reader: SeriesReader
    private let stored: SortedRun<RollUp>

    init(_ key: Int64, rule: RollUpParameters, unflushed: [Reading], in db: Database, damagedBlocks: DamagedBlocks) {
        self.key = key
        self.rule = rule
        self.db = db
        self.damagedBlocks = damagedBlocks
        reader = SeriesReader(key, unflushed: unflushed, in: db, damagedBlocks: damagedBlocks)
        stored = SortedRun(key, in: db, damagedBlocks: damagedBlocks)
    }

    /// Returns the hours that start in `from..<to`, sorted by time.
    func hours(from: Timestamp, to: Timestamp) throws -> [RollUp] {
        try hours(from, to: to, uncompacted: try uncompactedHours(from, to)[...])
    }

    /// Returns the days of `calendar` that have an hour in `from..<to`; a day that is only partly inside is made of its
    /// hours inside.
    ///
    /// Stored days are read; the others are added up from their hours.
    func days(from: Timestamp, to: Timestamp, in calendar: DayCalendar) throws -> [DayRollUp] {
        guard from < to else { return [] }
        let uncompacted = try uncompactedHours(from, to)
        func added(_ from: Timestamp, _ to: Timestamp) throws -> [DayRollUp] {
            rule.days(of: try hours(from, to: to, uncompacted: uncompacted.within(from, to)), in: calendar)
        }
        let start = calendar.startOfDay(notBefore: from)
        guard let through = try DayRollUpProgress.through(key, in: calendar, db: db),
            case let end = min(calendar.day(around: to).lowerBound, through), start < end,
            let whole = try SortedRun<DayRollUp>(key, in: db, damagedBlocks: damagedBlocks).intactRecords(
                from: start, to: end)
        else { return try added(from, to) }
        var changed: [DayRollUp] = []
        var rest = uncompacted.within(start, end)
        while let hour = rest.first {
            let day = calendar.day(around: hour.start)
            changed += try added(day.lowerBound, day.upperBound)
            rest = rest[max(rest.lowerBound(of: day.upperBound), rest.startIndex + 1)...]
        }
        return try added(from, start) + SortedMerge.of(changed, whole) + added(end, to)
    }

    private func hours(_ from: Timestamp, to: Timestamp, uncompacted: ArraySlice<RollUp>) throws -> [RollUp] {
        SortedMerge.of(Array(uncompacted), try stored.records(from: from, to: to))
    }

    /// Computes the hours in `from..<to` that change because of readings that are not compacted yet.
    private func uncompactedHours(_ from: Timestamp, _ to: Timestamp) throws -> [RollUp] {
        guard from < to else { return [] }
        // All readings of an hour determine it, also those after `to`.
        let end = to.startOfHour == to ? to : to.startOfHour + .hours(1)
        let all = try reader.allUncompacted()
        let uncompacted = all[..<all.lowerBound(of: end)]
        // The first hour continues from the reading before it, which may be one of them.
        let touched = uncompacted[max(uncompacted.lowerBound(of: from.startOfHour) - 1, 0)...]
        let hours = try RollUpComputation(reader: reader, stored: stored, counter: rule.counter).hours(of: touched)
        return Array(hours.within(from, to))
    }
}
