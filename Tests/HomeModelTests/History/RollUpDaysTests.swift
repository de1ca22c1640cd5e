import Foundation
import HomeModel
import Testing

struct RollUpDaysTests {
    private func hours(from start: String, _ count: Int) throws -> [RollUp] {
        let start = try #require(Timestamp(rfc3339: start))
        return (0..<count).map { index in
            RollUp(
                start: start + .hours(index), count: 2, minimum: Double(index), maximum: Double(index + 1),
                first: Double(index), last: Double(index + 1), mean: Double(index), sum: 3, increase: 0.1,
                coverage: .hours(1))
        }
    }

    @Test func hoursOfADayAreAggregated() throws {
        let day = try #require(DayRollUp.days(of: try hours(from: "2026-03-10T00:00:00Z", 24), in: .gmt).first?.rollUp)
        #expect(
            day
                == RollUp(
                    start: noon - .hours(12), count: 48, minimum: 0, maximum: 24, first: 0, last: 24, mean: 11.5,
                    sum: 72, increase: 2.4, coverage: .hours(24)))
    }

    @Test func meanWeighsHoursByTheirCoverage() throws {
        let pair = try hours(from: "2026-03-10T00:00:00Z", 2).enumerated().map { index, hour in
            RollUp(
                start: hour.start, count: 1, minimum: 0, maximum: 0, first: 0, last: 0, mean: index == 0 ? 10 : 40,
                sum: 0, increase: 0, coverage: .seconds(index == 0 ? 3600 : 1800))
        }
        let day = try #require(DayRollUp.days(of: pair, in: .gmt).first?.rollUp)
        #expect(day.mean == 20)
        #expect(day.coverage == .seconds(5400))
    }

    @Test(
        arguments: [
            // Clocks go forward and back; a zone changes at midnight; offsets have half and quarter hours.
            ("Europe/Berlin", "2026-03-29T12:00:00Z", "2026-03-28T23:00:00Z", 23),
            ("Europe/Berlin", "2026-10-25T12:00:00Z", "2026-10-24T22:00:00Z", 25),
            ("Europe/Berlin", "2026-07-01T12:00:00Z", "2026-06-30T22:00:00Z", 24),
            ("America/Havana", "2026-03-08T12:00:00Z", "2026-03-08T05:00:00Z", 23),
            ("Asia/Kolkata", "2026-07-01T12:00:00Z", "2026-06-30T18:30:00Z", 24),
            ("Asia/Kathmandu", "2026-07-01T12:00:00Z", "2026-06-30T18:15:00Z", 24),
            ("America/St_Johns", "2026-03-08T15:00:00Z", "2026-03-08T03:30:00Z", 23),
        ])
    func calendarDaysFollowTheTimeZone(_ zone: String, middle: String, start: String, length: Int) throws {
        let zone = try #require(TimeZone(identifier: zone))
        let middle = try #require(Timestamp(rfc3339: middle))
        let all = try hours(from: (middle - .hours(60)).rfc3339, 120)
        let days = DayRollUp.days(of: all, in: zone).map(\.rollUp)
        let day = try #require(days.last { $0.start <= middle })
        #expect(day.start.rfc3339 == start.replacing("Z", with: ".000Z"))
        #expect(day.count == 2 * length)
        #expect(days.map(\.count).reduce(0, +) == 240, "no hour is lost or counted twice")
        #expect(Set(days.map(\.start)).count == days.count)
    }
}
