import Foundation
import HomeModel
import SeededRandom
import Testing

struct CalendarRecurrenceTests {
    /// The dates of a task by its first date, each computed from the first one.
    @Test(arguments: [
        ("2026-01-31", 1, CalendarRecurrence.Unit.months, ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]),
        ("2023-11-30", 3, .months, ["2023-11-30", "2024-02-29", "2024-05-30", "2024-08-30"]),
        ("2024-02-29", 1, .years, ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]),
        ("2026-03-28", 1, .days, ["2026-03-28", "2026-03-29", "2026-03-30"]),
        ("2026-12-24", 2, .weeks, ["2026-12-24", "2027-01-07", "2027-01-21"]),
        ("9999-12-01", 1, .months, ["9999-12-01"]),
    ])
    func fixedDatesCountFromTheFirstOne(
        first: String, every: Int, unit: CalendarRecurrence.Unit, dates: [String]
    ) throws {
        let recurrence = try recurrence(every: every, unit: unit, from: first, basis: .fixedDates)
        #expect(dates.indices.map { recurrence.date($0)?.description } == dates)
    }

    /// The next date by the day on which it was done and the date on which it was due.
    @Test(arguments: [
        // Late, in time and early, by both rules.
        ("2026-05-12", CalendarRecurrence.Basis.dayDone, "2026-06-03", "2026-12-03"),
        ("2026-05-12", .dayDone, "2026-05-10", "2026-11-10"),
        ("2026-05-12", .dayDone, "2026-08-31", "2027-02-28"),
        ("2026-05-12", .fixedDates, "2026-06-03", "2026-11-12"),
        ("2026-05-12", .fixedDates, "2026-05-12", "2026-11-12"),
        ("2026-05-12", .fixedDates, "2026-05-10", "2026-11-12"),
        // So late that one date is left out.
        ("2026-05-12", .fixedDates, "2026-11-20", "2027-05-12"),
    ])
    func nextDateDependsOnTheBasis(
        due: String, basis: CalendarRecurrence.Basis, done: String, next: String
    ) throws {
        let recurrence = try recurrence(every: 6, unit: .months, from: "2026-05-12", basis: basis)
        let day = try #require(LocalDate(done))
        #expect(recurrence.next(afterDoneOn: day, due: LocalDate(due))?.description == next)
    }

    @Test func taskOfAMonthIsNextInThatMonthOfTheNextYear() throws {
        let first = try #require(LocalDate("2026-10-01"))
        let october = CalendarRecurrence(
            every: 1, unit: .years, first: first, basis: .fixedDates, isWholeMonth: true)
        for day in ["2026-09-20", "2026-10-01", "2026-10-31", "2026-11-15"] {
            #expect(october.next(afterDoneOn: try #require(LocalDate(day)), due: first)?.description == "2027-10-01")
        }
        #expect(CalendarRecurrence.usualBasis(isWholeMonth: true) == .fixedDates)
        #expect(CalendarRecurrence.usualBasis(isWholeMonth: false) == .dayDone)
    }

    /// Foundation's calendar is the oracle, in a zone in which it never sees a change of the clocks.
    @Test func datesAgreeWithFoundationsCalendar() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components: [CalendarRecurrence.Unit: Calendar.Component] = [.days: .day, .months: .month, .years: .year]
        for _ in 0..<2000 {
            let first = try #require(LocalDate(dayNumber: Int.random(in: 0...40_000, using: &random)))
            let unit = CalendarRecurrence.Unit.allCases.randomElement(using: &random) ?? .days
            let every = Int.random(in: 1...30, using: &random)
            let number = Int.random(in: 0...40, using: &random)
            let recurrence = CalendarRecurrence(every: every, unit: unit, first: first, basis: .fixedDates)
            let count = every * number * (unit == .weeks ? 7 : 1)
            let start = first.start(in: .gmt).date
            let expected = calendar.date(byAdding: components[unit] ?? .day, value: count, to: start)
            #expect(
                recurrence.date(number) == expected.flatMap { LocalDate(Timestamp($0), in: .gmt) },
                "seed \(seed): \(first), \(number) times \(every) \(unit)")
        }
    }

    /// The next fixed date is the first one after both days, found by trying all of them.
    @Test func nextFixedDateIsTheFirstOneAfterTheDay() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let first = try #require(LocalDate(dayNumber: Int.random(in: 15_000...22_000, using: &random)))
            let unit = CalendarRecurrence.Unit.allCases.randomElement(using: &random) ?? .days
            let recurrence = CalendarRecurrence(
                every: Int.random(in: 1...14, using: &random), unit: unit, first: first, basis: .fixedDates)
            let day = try #require(first.adding(days: Int.random(in: -400...4000, using: &random)))
            let expected = (0...4100).lazy.compactMap { recurrence.date($0) }.first { $0 > max(day, first) }
            #expect(
                recurrence.next(afterDoneOn: day, due: first) == expected, "seed \(seed): \(recurrence), done \(day)")
        }
    }

    private func recurrence(
        every: Int, unit: CalendarRecurrence.Unit, from first: String, basis: CalendarRecurrence.Basis
    ) throws -> CalendarRecurrence {
        CalendarRecurrence(every: every, unit: unit, first: try #require(LocalDate(first)), basis: basis)
    }
}
