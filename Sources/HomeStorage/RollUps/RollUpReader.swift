import GRDB
import HomeModel

/// The roll-ups of one series in one read transaction, readings included that are not sealed yet.
struct RollUpReader {
    private let key: Int64
    private let rule: RollUpRule
    private let db: Database
    private let damages: DamageNotes
    private let reader: SeriesReader
    private let stored: SealedSeries<RollUp>

    init(_ key: Int64, _ rule: RollUpRule, pending: [Reading], _ db: Database, _ damages: DamageNotes) {
        self.key = key
        self.rule = rule
        self.db = db
        self.damages = damages
        reader = SeriesReader(key, pending: pending, db, damages)
        stored = SealedSeries(key, db, damages)
    }

    /// The hours that start in `from..<to`, in the order of time.
    func hours(from: Timestamp, to: Timestamp) throws -> [RollUp] {
        try hours(from, to, try unsealedHours(from, to)[...])
    }

    /// The days of `calendar` that have an hour in `from..<to`; a day across an edge is made of its hours inside.
    ///
    /// Days that are stored are read, the others are added up from their hours.
    func days(from: Timestamp, to: Timestamp, in calendar: DayCalendar) throws -> [DayRollUp] {
        guard from < to else { return [] }
        let unsealed = try unsealedHours(from, to)
        func added(_ from: Timestamp, _ to: Timestamp) throws -> [DayRollUp] {
            rule.days(of: try hours(from, to, unsealed.within(from, to)), in: calendar)
        }
        let start = calendar.startOfDay(notBefore: from)
        guard let through = try BuiltDays.through(key, in: calendar, db),
            case let end = min(calendar.day(around: to).lowerBound, through), start < end,
            let whole = try SealedSeries<DayRollUp>(key, db, damages).intactRecords(from: start, to: end)
        else { return try added(from, to) }
        var changed: [DayRollUp] = []
        var rest = unsealed.within(start, end)
        while let hour = rest.first {
            let day = calendar.day(around: hour.start)
            changed += try added(day.lowerBound, day.upperBound)
            rest = rest[max(rest.place(of: day.upperBound), rest.startIndex + 1)...]
        }
        return try added(from, start) + SortedMerge.of(changed, whole) + added(end, to)
    }

    private func hours(_ from: Timestamp, _ to: Timestamp, _ unsealed: ArraySlice<RollUp>) throws -> [RollUp] {
        SortedMerge.of(Array(unsealed), try stored.records(from: from, to: to))
    }

    /// The hours in `from..<to` that readings change which are not sealed yet.
    private func unsealedHours(_ from: Timestamp, _ to: Timestamp) throws -> [RollUp] {
        guard from < to else { return [] }
        // An hour is what all its readings make of it, also those behind `to`.
        let end = to.startOfHour == to ? to : to.startOfHour + .hours(1)
        let all = try reader.allUnsealed()
        let unsealed = all[..<all.place(of: end)]
        // The first hour starts from the reading before it, which may be one of them.
        let touched = unsealed[max(unsealed.place(of: from.startOfHour) - 1, 0)...]
        let hours = try RollUpRepair(reader: reader, stored: stored, counter: rule.counter).hours(of: touched)
        return Array(hours.within(from, to))
    }
}
