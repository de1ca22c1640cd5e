import Foundation
import HomeModel

/// A day, week, month or year in the calendar of the home.
struct EnergyPeriod: Hashable {
    enum Kind: String, CaseIterable, Codable { case day, week, month, year }

    let kind: Kind
    let first: LocalDate
    /// The first date after the period.
    let next: LocalDate

    /// The period that contains `date`. `firstDayOfWeek` is 1 for Sunday to 7 for Saturday.
    init?(_ kind: Kind, containing date: LocalDate, firstDayOfWeek: Int) {
        let first: LocalDate? =
            switch kind {
            case .day: date
            case .week: date.adding(days: -((date.weekday - firstDayOfWeek + 7) % 7))
            case .month: LocalDate(year: date.year, month: date.month, day: 1)
            case .year: LocalDate(year: date.year, month: 1, day: 1)
            }
        guard let first else { return nil }
        self.init(kind, first: first)
    }

    private init?(_ kind: Kind, first: LocalDate) {
        guard let next = Self.move(first, by: 1, kind: kind) else { return nil }
        (self.kind, self.first, self.next) = (kind, first, next)
    }

    /// The period before this one.
    var before: EnergyPeriod? { Self.move(first, by: -1, kind: kind).flatMap { EnergyPeriod(kind, first: $0) } }

    private static func move(_ first: LocalDate, by count: Int, kind: Kind) -> LocalDate? {
        switch kind {
        case .day: return first.adding(days: count)
        case .week: return first.adding(days: 7 * count)
        case .month:
            let months = first.year * 12 + first.month - 1 + count
            return LocalDate(year: months / 12, month: months % 12 + 1, day: 1)
        case .year: return LocalDate(year: first.year + count, month: 1, day: 1)
        }
    }
}

extension LocalDate {
    /// 1 for Sunday to 7 for Saturday.
    var weekday: Int { (dayNumber + 4) % 7 + 1 }

    /// The number of days from this date to `other`.
    func distance(to other: LocalDate) -> Int { days(until: other) }

    /// The first whole hour of the date in `zone`. Energy is counted by whole hours, and each belongs to the day in which
    /// it begins.
    func firstHour(in zone: TimeZone) -> Timestamp {
        let start = start(in: zone)
        return start.startOfHour == start ? start : start.startOfHour + .hours(1)
    }
}
