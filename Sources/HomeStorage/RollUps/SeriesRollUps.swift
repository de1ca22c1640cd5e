import GRDB
import HomeModel

/// The stored roll-ups of one series, hours and days, kept in step with its sealed readings within the transaction of the
/// caller.
///
/// Only what is sealed counts: readings that are not sealed yet are added when they are.
struct SeriesRollUps {
    private let key: Int64
    private let rule: RollUpRule
    private let db: Database
    private let hours: SealedSeries<RollUp>
    private let days: SealedSeries<DayRollUp>
    private let repair: RollUpRepair

    init(_ key: Int64, _ rule: RollUpRule, _ db: Database, _ damages: DamageNotes) {
        self.key = key
        self.rule = rule
        self.db = db
        hours = SealedSeries(key, db, damages)
        days = SealedSeries(key, db, damages)
        repair = RollUpRepair(
            reader: SeriesReader(sealedOnly: key, db, damages), stored: hours, counter: rule.counter)
    }

    /// Brings the roll-ups up to date after `readings` (sorted) were sealed.
    func update(with readings: some RandomAccessCollection<Reading>) throws {
        let isFirst = try hours.oldest() == nil
        try store(repair.hours(of: readings), isFirst: isFirst)
    }

    /// Computes every hour in `span`, which is of whole hours, from the readings that are sealed, and the one behind it.
    ///
    /// An hour without readings loses its roll-up; `keepingLost`, hours that counted more readings than there are now
    /// stay as they are.
    func rebuild(_ span: Range<Timestamp>, keepingLost: Bool) throws {
        let inside = try repair.hours(in: span, keepingLost: keepingLost)
        if keepingLost {
            try store(inside)
        } else {
            _ = try hours.remove(from: span.lowerBound, to: span.upperBound)
            _ = try hours.insert(inside, replacing: true)
            try storeDays(of: span)
        }
        try store(repair.hourBehind(span))
    }

    private func store(_ new: [RollUp], isFirst: Bool = false) throws {
        guard !new.isEmpty else { return }
        _ = try hours.insert(new, replacing: true)
        if isFirst, let calendar = rule.calendar, try BuiltDays.zone(db) == calendar.key {
            try BuiltDays.set(key, through: BuiltDays.complete, db)
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

    /// Adds up the hours of the days that `which` gives, as far as days are stored.
    private func storeDays(_ which: (DayCalendar) -> [Range<Timestamp>]) throws {
        guard let calendar = rule.calendar, let through = try BuiltDays.through(key, in: calendar, db) else {
            // They may be stored in another calendar, and are not kept up from here.
            return try BuiltDays.forget(key, db)
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
