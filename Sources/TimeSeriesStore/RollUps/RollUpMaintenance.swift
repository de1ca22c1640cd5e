import GRDB
import HomeModel

/// Updates the stored roll-ups of one series, hours and days, together with its level-1 blocks within the transaction
/// of the caller.
///
/// Roll-ups cover only readings in level-1 blocks; the other readings are added during compaction.
struct RollUpMaintenance {
    private let key: Int64
    private let rule: RollUpParameters
    private let db: Database
    private let hours: SortedRun<RollUp>
    private let days: SortedRun<DayRollUp>
    private let repair: RollUpComputation

    init(_ key: Int64, rule: RollUpParameters, in db: Database, damagedBlocks: DamagedBlocks) {
        self.key = key
        self.rule = rule
        self.db = db
        hours = SortedRun(key, in: db, damagedBlocks: damagedBlocks)
        days = SortedRun(key, in: db, damagedBlocks: damagedBlocks)
        repair = RollUpComputation(
            reader: SeriesReader(levelOneOnly: key, db, damagedBlocks: damagedBlocks), stored: hours,
            counter: rule.counter)
    }

    /// Updates the roll-ups after `readings` (sorted) were added to level-1 blocks.
    func update(with readings: some RandomAccessCollection<Reading>) throws {
        let isFirst = try hours.oldest() == nil
        try store(repair.hours(of: readings), isFirst: isFirst)
    }

    /// Computes every hour in `span`, which must consist of whole hours, from the readings in level-1 blocks, and also
    /// the next hour with readings.
    ///
    /// An hour without readings loses its roll-up. With `keepingIncompleteHours`, hours that counted more readings than there are
    /// now stay as they are.
    func rebuild(_ span: Range<Timestamp>, keepingIncompleteHours: Bool) throws {
        let inside = try repair.hours(in: span, keepingIncompleteHours: keepingIncompleteHours)
        if keepingIncompleteHours {
            try store(inside)
        } else {
            _ = try hours.remove(from: span.lowerBound, to: span.upperBound)
            _ = try hours.insert(inside, replacing: true)
            try storeDays(of: span)
        }
        try store(repair.hourAfter(span))
    }

    private func store(_ new: [RollUp], isFirst: Bool = false) throws {
        guard !new.isEmpty else { return }
        _ = try hours.insert(new, replacing: true)
        if isFirst, let calendar = rule.calendar, try DayRollUpProgress.zone(db) == calendar.key {
            try DayRollUpProgress.set(key, through: DayRollUpProgress.complete, in: db)
        }
        try storeDays { calendar in
            var days: [Range<Timestamp>] = []
            for hour in new where days.last.map({ hour.start >= $0.upperBound }) ?? true {
                days.append(calendar.day(around: hour.start))
            }
            return days
        }
    }

    private func storeDays(of span: Range<Timestamp>) throws {
        try storeDays { calendar in
            var days: [Range<Timestamp>] = []
            while let time = days.isEmpty ? span.lowerBound : days.last?.upperBound, time < span.upperBound {
                days.append(calendar.day(around: time))
            }
            return days
        }
    }

    /// Adds up the hours of the days that `which` returns, as far as days are stored.
    private func storeDays(_ which: (DayCalendar) -> [Range<Timestamp>]) throws {
        guard let calendar = rule.calendar, let through = try DayRollUpProgress.through(key, in: calendar, db: db)
        else {
            // The days may be stored in another calendar; from here on they are not kept up to date.
            return try DayRollUpProgress.invalidate(key, in: db)
        }
        var new: [DayRollUp] = []
        for day in which(calendar) where day.upperBound <= through {
            let hours = try hours.records(from: day.lowerBound, to: day.upperBound)
            if hours.isEmpty { _ = try days.remove(from: day.lowerBound, to: day.upperBound) }
            new += rule.days(of: hours, in: calendar)
        }
        _ = try days.insert(new, replacing: true)
    }
}
