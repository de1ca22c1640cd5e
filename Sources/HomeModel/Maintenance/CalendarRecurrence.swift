/// The dates of a task that comes again and again, such as every six months from 12 May on.
package struct CalendarRecurrence: Hashable, Sendable, Codable {
    package enum Unit: String, Sendable, Codable, CaseIterable { case days, weeks, months, years }

    /// The day from which the next date is computed when the task is done.
    package enum Basis: String, Sendable, Codable, CaseIterable {
        /// One period after the day on which it was done, so that a late day moves all later dates.
        case dayDone
        /// The dates stay, however late the task is done.
        case fixedDates
    }

    /// The numbers of units that make a period.
    package static let counts = 1...1000

    package let every: Int
    package let unit: Unit
    /// The first date. The later fixed dates are counted from it: after 31 January comes 28 February, and then 31 March.
    package let first: LocalDate
    package let basis: Basis
    /// Whether the task is due in the whole month of its date, such as each October, and overdue only after it.
    package let isWholeMonth: Bool

    package init(every: Int, unit: Unit, first: LocalDate, basis: Basis, isWholeMonth: Bool = false) {
        self.every = every
        self.unit = unit
        self.first = first
        self.basis = basis
        self.isWholeMonth = isWholeMonth
    }

    /// The basis when a person states none. Most tasks are about the wear since they were last done; the whole of a month
    /// is about the season, so that its dates stay.
    package static func usualBasis(isWholeMonth: Bool) -> Basis { isWholeMonth ? .fixedDates : .dayDone }

    /// The shortest length of a period in days.
    package var shortestDays: Int {
        switch unit {
        case .days: every
        case .weeks: every * 7
        case .months: every * 28
        case .years: every * 365
        }
    }

    /// The fixed date with this number; 0 is the first one. Nil after the year 9999.
    package func date(_ number: Int) -> LocalDate? { Self.adding(every, times: number, unit: unit, to: first) }

    /// The next date after the task was done on `day`, when it was to be done on `due`. Nil after the year 9999.
    ///
    /// The next of the fixed dates is after both days: a task that is done two days early is not due two days later.
    package func next(afterDoneOn day: LocalDate, due: LocalDate?) -> LocalDate? {
        switch basis {
        case .dayDone:
            guard let next = Self.adding(every, times: 1, unit: unit, to: day) else { return nil }
            return isWholeMonth ? LocalDate(year: next.year, month: next.month, day: 1) : next
        case .fixedDates: return firstDate(after: max(day, due ?? day))
        }
    }

    /// The first of the fixed dates that is after `day`.
    package func firstDate(after day: LocalDate) -> LocalDate? {
        guard day >= first else { return first }
        // No period is shorter than this, so the number is not too large; the loop makes up for longer ones.
        var number = max(first.days(until: day) / max(longestDays, 1), 0)
        while let date = date(number) {
            if date > day { return date }
            number += 1
        }
        return nil
    }

    private var longestDays: Int {
        switch unit {
        case .days: every
        case .weeks: every * 7
        case .months: every * 31
        case .years: every * 366
        }
    }

    private static func adding(_ every: Int, times: Int, unit: Unit, to date: LocalDate) -> LocalDate? {
        let (count, overflow) = every.multipliedReportingOverflow(by: times)
        guard !overflow, abs(count) <= 4_000_000 else { return nil }
        switch unit {
        case .days: return date.adding(days: count)
        case .weeks: return date.adding(days: count * 7)
        case .months: return date.adding(months: count)
        case .years: return date.adding(months: count * 12)
        }
    }
}
