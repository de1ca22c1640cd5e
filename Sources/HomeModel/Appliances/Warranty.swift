/// How long a warranty still lasts, in the unit in which people think of it.
package enum Warranty: Hashable, Sendable {
    case ended
    /// Whole days after today: 0 on the last day of the warranty.
    case days(Int)
    /// Whole months, rounded down.
    case months(Int)
    /// Whole years, rounded down.
    case years(Int)

    /// The last number of days, and of months, that are not counted in the next larger unit.
    private static let mostDays = 60
    private static let mostMonths = 23

    package init(lastDay: LocalDate, today: LocalDate) {
        let days = today.days(until: lastDay)
        let months = today.wholeMonths(until: lastDay)
        switch days {
        case ..<0: self = .ended
        case ...Self.mostDays: self = .days(days)
        default: self = months <= Self.mostMonths ? .months(months) : .years(months / 12)
        }
    }
}
