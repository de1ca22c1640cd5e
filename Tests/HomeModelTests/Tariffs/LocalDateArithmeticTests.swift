import Foundation
import HomeModel
import SeededRandom
import Testing

struct LocalDateArithmeticTests {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static func components(_ date: LocalDate) -> DateComponents {
        DateComponents(year: date.year, month: date.month, day: date.day)
    }

    /// The oracle is the calendar of Foundation.
    @Test(arguments: UInt64(1)...200) func daysAndMonthsAreThoseOfTheCalendar(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let start = try #require(LocalDate(dayNumber: Int.random(in: 0...60_000, using: &random)))
        let base = try #require(Self.calendar.date(from: Self.components(start)))
        #expect(Int(base.timeIntervalSince1970) == start.dayNumber * 86_400, "seed \(seed)")
        let days = Int.random(in: 0...20_000, using: &random)
        let later = try #require(start.adding(days: days))
        #expect(start.days(until: later) == days && later.days(until: start) == -days, "seed \(seed)")
        let months = Int.random(in: 0...600, using: &random)
        let moved = try #require(start.adding(months: months))
        let expected = try #require(Self.calendar.date(byAdding: .month, value: months, to: base))
        let parts = Self.calendar.dateComponents([.year, .month, .day], from: expected)
        #expect(
            Self.components(moved) == DateComponents(year: parts.year, month: parts.month, day: parts.day),
            "seed \(seed)")
        // The largest number of months that does not pass the other date.
        let whole = start.wholeMonths(until: later)
        #expect(try #require(start.adding(months: whole)) <= later, "seed \(seed)")
        #expect(try #require(start.adding(months: whole + 1)) > later, "seed \(seed)")
    }

    @Test(arguments: [
        ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2024-02-29", 12, "2025-02-28"),
        ("2026-03-31", -1, "2026-02-28"), ("2026-12-15", 1, "2027-01-15"),
    ])
    func lastDayOfAMonthStaysTheLastDay(start: String, months: Int, end: String) throws {
        #expect(try #require(LocalDate(start)).adding(months: months) == LocalDate(end))
    }

    @Test func datesOutsideTheYearsOfTheTypeAreNone() throws {
        let last = try #require(LocalDate("9999-12-31"))
        #expect(LocalDate.first.adding(days: -1) == nil && LocalDate.first.adding(months: -1) == nil)
        #expect(last.adding(days: 1) == nil && last.adding(months: 1) == nil)
        #expect(last.adding(days: .max) == nil && last.adding(months: .max) == nil && last.adding(months: .min) == nil)
        #expect(LocalDate(dayNumber: last.dayNumber) == last && LocalDate(dayNumber: last.dayNumber + 1) == nil)
        #expect(last.wholeMonths(until: .first) == 0)
    }
}
