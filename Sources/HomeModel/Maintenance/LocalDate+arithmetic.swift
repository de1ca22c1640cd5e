extension LocalDate {
    /// The number of days from 1 January 1970 to this date.
    package var daysSince1970: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let (century, yearOfEra) = (marchYear / 400, marchYear % 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return century * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The date that many days after 1 January 1970. Nil before 1970 and after 9999.
    package init?(daysSince1970 days: Int) {
        guard (0...2_932_896).contains(days) else { return nil }
        let shifted = days + 719_468
        let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// The date `count` days later, or earlier for a negative number. Nil outside the years 1970 to 9999.
    package func adding(days count: Int) -> LocalDate? {
        let (sum, overflow) = daysSince1970.addingReportingOverflow(count)
        return overflow ? nil : LocalDate(daysSince1970: sum)
    }

    /// The same day `count` months later; the last day of a month that is too short for it. Nil outside the years 1970
    /// to 9999.
    package func adding(months count: Int) -> LocalDate? {
        let (sum, overflow) = (year * 12 + month - 1).addingReportingOverflow(count)
        guard !overflow, sum >= 0 else { return nil }
        let (year, month) = (sum / 12, sum % 12 + 1)
        return LocalDate(year: year, month: month, day: min(day, Self.days(in: month, of: year)))
    }

    /// How many days later this date is than `earlier`; negative for an earlier date.
    package func days(since earlier: LocalDate) -> Int { daysSince1970 - earlier.daysSince1970 }
}
