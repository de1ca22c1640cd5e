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
