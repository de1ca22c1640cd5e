extension LocalDate {
    /// The last date that the type can hold, 9999-12-31, as a number of days since 1970-01-01.
    private static let lastDayNumber = 2_932_896

    /// The number of days since 1970-01-01.
    package var dayNumber: Int {
        // Years begin in March here, so that the leap day is the last one of a year.
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.quotientAndRemainder(dividingBy: 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Nil before 1970 and after 9999.
    package init?(dayNumber: Int) {
        guard (0...Self.lastDayNumber).contains(dayNumber) else { return nil }
        let (era, dayOfEra) = (dayNumber + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The number of days until `other`, negative when it is earlier.
    package func days(until other: LocalDate) -> Int { other.dayNumber - dayNumber }

    /// The date so many days later, or earlier for a negative number. Nil outside the years of the type.
    package func adding(days: Int) -> LocalDate? {
        let (number, isTooFar) = dayNumber.addingReportingOverflow(days)
        return isTooFar ? nil : LocalDate(dayNumber: number)
    }

    /// The same day so many months later, or earlier for a negative number; the last day of a month that has no such day.
    /// Nil outside the years of the type.
    package func adding(months: Int) -> LocalDate? {
        guard (-120_000...120_000).contains(months) else { return nil }
        let total = year * 12 + month - 1 + months
        guard total >= 0 else { return nil }
        let (newYear, newMonth) = (total / 12, total % 12 + 1)
        return LocalDate(
            year: newYear, month: newMonth, day: min(day, LocalDate.days(in: newMonth, of: newYear)))
    }

    /// The number of whole months until `other`; 0 when it is earlier.
    package func wholeMonths(until other: LocalDate) -> Int {
        guard other > self else { return 0 }
        let months = (other.year - year) * 12 + other.month - month
        return adding(months: months).map { $0 <= other } ?? false ? months : months - 1
    }
}
