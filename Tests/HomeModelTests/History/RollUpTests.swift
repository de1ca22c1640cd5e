import Foundation
import HomeModel
import Testing

struct RollUpTests {
    private func reading(_ minutes: Double, value: Double) -> Reading {
        Reading(time: noon + .milliseconds(Int64(minutes * 60_000)), value: value)
    }

    @Test func readingsOfAnHourAreAggregated() throws {
        let readings = [reading(0, value: 20), reading(15, value: 22), reading(45, value: 18)]
        let hour = try #require(RollUp.hours(of: readings, after: nil, counter: nil).first)
        #expect(
            hour
                == RollUp(
                    start: noon, count: 3, minimum: 18, maximum: 22, first: 20, last: 18, mean: 20.5, sum: 60,
                    increase: 0, coverage: .hours(1)))
    }

    @Test func meanBeginsWithTheFirstReadingWithoutACarriedValue() throws {
        let hour = try #require(
            RollUp.hours(of: [reading(15, value: 10), reading(45, value: 20)], after: nil, counter: nil).first)
        #expect(hour.coverage == .seconds(45 * 60))
        #expect(hour.mean == 13.33333, "30 minutes at 10 and 15 at 20")
    }

    @Test(arguments: [(-1, true), (-60, true), (-60.001, false), (-600, false)] as [(Double, Bool)])
    func valueBeforeTheHourIsCarriedInIfItIsRecent(_ minutes: Double, isCarried: Bool) throws {
        let hour = try #require(
            RollUp.hours(
                of: [reading(30, value: 10)], after: RollUp.Carry(lastOf: [reading(minutes, value: 20)]), counter: nil
            ).first
        )
        #expect(hour.mean == (isCarried ? 15 : 10))
        #expect(hour.coverage == .seconds(isCarried ? 3600 : 1800))
        #expect(hour.first == 10)
        #expect(hour.maximum == 10)
        #expect(hour.count == 1)
    }

    @Test func increaseBetweenReadingsBelongsToTheLaterHour() {
        let hours = RollUp.hours(
            of: [reading(1, value: 105), reading(59, value: 107), reading(61, value: 107.5), reading(400, value: 110)],
            after: RollUp.Carry(lastOf: [reading(-5000, value: 100)]), counter: Counter())
        #expect(hours.map(\.increase) == [7, 0.5, 2.5])
        #expect(RollUp.hours(of: [reading(1, value: 105)], after: nil, counter: Counter()).map(\.increase) == [0])
    }

    @Test func resetsAndRollOversAndCorrectionsAreRecognised() {
        func increase(_ values: Double...) -> [Double] {
            let readings = values.enumerated().map { reading(Double($0.offset), value: $0.element) }
            return RollUp.hours(of: readings, after: nil, counter: Counter()).map(\.increase)
        }
        #expect(increase(50, 52, 1, 3) == [5])
        #expect(increase(99_999, 99_999.5, 1, 2) == [3])
        #expect(increase(100, 101, 100.7, 102) == [2])
        #expect(increase(50, 52, 2, 1, 0.9, 1.4) == [2 + 2 + 1 + 0.4])
    }

    /// The hour ends before, between or after the wrong values.
    @Test(arguments: [10, 58, 59, 60] as [Double])
    func wrongZeroOfACounterCountsNothingTwice(minute: Double) {
        let values = [100, 101, 0, 101, 101.5, 0, 0, 101.5, 102]
        let readings = values.enumerated().map { reading(minute + Double($0.offset) / 2, value: $0.element) }
        let hours = RollUp.hours(of: readings, after: nil, counter: Counter())
        #expect(hours.map(\.increase).reduce(0, +) == 2)
        #expect(hours.last?.last == 102)
    }

    @Test func sumsOfDecimalsHaveNoFloatNoise() throws {
        let readings = (0..<600).map { reading(Double($0) / 10, value: 0.1 * Double($0 % 7)) }
        let hour = try #require(RollUp.hours(of: readings, after: nil, counter: nil).first)
        #expect("\(hour.sum)" == "179.5")
        let counter = [reading(0, value: 1234.5), reading(30, value: 1234.567)]
        #expect(RollUp.hours(of: counter, after: nil, counter: Counter()).map(\.increase) == [0.067])
        let large = [reading(0, value: 123_456_789.123), reading(30, value: 123_456_790.456)]
        #expect(RollUp.hours(of: large, after: nil, counter: Counter()).map { "\($0.increase)" } == ["1.333"])
    }

    @Test(arguments: [(-1, -3_600_000), (0, 0), (3_599_999, 0), (3_600_000, 3_600_000)] as [(Int64, Int64)])
    func hoursStartOnTheHourAlsoBefore1970(_ time: Int64, start: Int64) {
        #expect(Timestamp(milliseconds: time).startOfHour.milliseconds == start)
    }

    @Test func extremeReadingsNeverTrap() {
        let times: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        let values = [
            Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, .nan, 0, .leastNonzeroMagnitude,
            -1e17,
        ]
        for isCounter in [true, false] {
            let readings = zip(times, values).map { Reading(time: Timestamp(milliseconds: $0), value: $1) }
            let hours = RollUp.hours(
                of: readings, after: RollUp.Carry(lastOf: readings.suffix(1)), counter: isCounter ? Counter() : nil)
            #expect(hours.map(\.count).reduce(0, +) == readings.count)
            _ = DayRollUp.days(of: hours, in: .gmt).map(\.rollUp)
        }
        #expect(RollUp.hours(of: [], after: nil, counter: Counter()).isEmpty)
    }

    @Test func rollUpsRoundTripThroughJSON() throws {
        let hours = RollUp.hours(of: [reading(1, value: 0.1), reading(70, value: 3)], after: nil, counter: Counter())
        #expect(try JSONDecoder().decode([RollUp].self, from: JSONEncoder().encode(hours)) == hours)
    }
}

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

struct HistoryResolutionTests {
    @Test(
        arguments: [
            // The span alone decides.
            (.hours(1), nil, .raw), (.days(2), nil, .raw), (.days(2) + .seconds(1), nil, .hour),
            (.days(90), nil, .hour),
            (.days(91), nil, .day), (.days(3650), nil, .day), (.zero, nil, .raw), (.seconds(-5), nil, .raw),
            // Many points extend the span of a finer resolution; few points never shorten it.
            (.days(5), 480, .raw), (.days(5), 479, .hour), (.days(31), 10_000, .raw), (.days(32), 10_000, .hour),
            (.days(730), 1460, .hour), (.days(730), 1459, .day), (.days(90), 2, .hour), (.days(2), 2, .raw),
            (.days(730), 0, .day),
        ] as [(Duration, Int?, HistoryResolution)])
    func autoResolutionFollowsTheSpanAndThePoints(_ span: Duration, points: Int?, expected: HistoryResolution) {
        #expect(HistoryResolution.auto.resolved(over: span, points: points) == expected)
    }

    @Test(arguments: [HistoryResolution.raw, .hour, .day])
    func explicitResolutionIsKept(_ resolution: HistoryResolution) {
        #expect(resolution.resolved(over: .days(3650), points: 2) == resolution)
    }
}
